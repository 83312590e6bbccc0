import {
  actorOf as actorById,
  type LinkRefusal,
  PASSWORD_LENGTH,
  readPasswordLink,
  usePasswordLink,
} from '@channel/auth';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type DomainError, FieldErrors, notFound, throttled } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { CHANGES_LOGIN } from '../shared/idempotency-key.ts';
import { browserOf, outsideTransaction } from './logins.ts';

type Opened = { userId: number; name: string; username: string; opensConsole: boolean };

/** The owner of a link, as shown to its holder. */
async function opened(context: Context, userId: number): Promise<Opened> {
  const actor = await actorById(context.db, userId, context.now);
  const user = await context.db.user.findUniqueOrThrow({ where: { id: userId }, select: { username: true } });
  const { console } = context.settings.permissions;
  const opensConsole = Boolean(actor?.roles.some((role) => role.permissions.includes(console)));
  return { userId, name: actor?.name ?? '', username: user.username, opensConsole };
}

const PasswordOwner = builder.objectRef<Opened>('PasswordOwner').implement({
  description: 'The user whose password a link sets.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name shown to others.' }),
    username: t.exposeString('username', { description: 'The name to log in with.' }),
    opensConsole: t.exposeBoolean('opensConsole', { description: 'Whether the user may sign in to the console.' }),
  }),
});

const refusal = (refused: LinkRefusal): DomainError =>
  refused.refused === 'throttled' ? throttled(refused.retryAfterSeconds) : notFound('Link');

const token = { required: true, description: 'The token of the link.' } as const;

builder.queryField('passwordLink', (t) =>
  t.field({
    type: PasswordOwner,
    description: 'The user whose password a link sets. No authentication required besides the token.',
    skipTypeScopes: true,
    args: { token: t.arg.string(token) },
    resolve: async (_root, args, context) => {
      const link = await readPasswordLink(outsideTransaction(context), args.token, context.now);
      if ('refused' in link) throw refusal(link);
      return opened(context, link.userId);
    },
  }),
);

builder.mutationField('setPassword', (t) =>
  t.field({
    extensions: CHANGES_LOGIN,
    type: PasswordOwner,
    description:
      'Sets a password by a link, once. All sessions and tokens of the account end. No authentication required besides the token.',
    skipTypeScopes: true,
    args: {
      token: t.arg.string(token),
      password: t.arg.string({
        required: true,
        description: `The new password, ${PASSWORD_LENGTH.shortest} to ${PASSWORD_LENGTH.longest} characters.`,
      }),
    },
    resolve: async (_root, args, context) => {
      const fieldErrors = new FieldErrors();
      const { shortest, longest } = PASSWORD_LENGTH;
      if (args.password.length < shortest) fieldErrors.add(['password'], `must have at least ${shortest} characters.`);
      if (args.password.length > longest) fieldErrors.add(['password'], `must have at most ${longest} characters.`);
      fieldErrors.throwIfAny();
      const { cookies, now, sessions } = context;
      const used = { ...args, caller: browserOf(context) };
      const set = await usePasswordLink(outsideTransaction(context), used, now, (tx, userId) =>
        audit(
          tx,
          context,
          [{ action: 'user.set-password', entity: 'user', entityId: userId, organizationId: null }],
          userId,
        ),
      );
      if ('refused' in set) throw refusal(set);
      if (set.device) cookies.write(sessions.deviceCookie(set.device));
      return opened(context, set.userId);
    },
  }),
);
