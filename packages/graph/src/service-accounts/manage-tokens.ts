import {
  createServiceToken,
  MAX_SERVICE_TOKENS,
  revokeServiceToken,
  SERVICE_TOKEN_PREFIX,
  validServiceTokens,
} from '@channel/auth';
import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, notFound } from '../errors.ts';
import { asAdministrator } from '../people/people-access.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { ANSWERS_SECRET } from '../shared/idempotency-key.ts';
import { checkShown } from '../shared/values.ts';
import { managedAccount } from './account-access.ts';
import { noted } from './manage-accounts.ts';
import { ServiceAccount, ServiceToken } from './service-account.ts';

const MAX_NAME = 100;

const accountId = { required: true, description: "The account's id." } as const;

type Created = { accountId: number; id: number; text: string };

const ServiceTokenToHandOver = builder.objectRef<Created>('ServiceTokenToHandOver').implement({
  description: 'A new token of a service account. Its text is shown only once.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description: `What the tool sends as \`Authorization: Bearer …\`. It begins with \`${SERVICE_TOKEN_PREFIX}\`, and is stored nowhere.`,
    }),
    token: t.prismaField({
      type: ServiceToken,
      description: 'The token.',
      resolve: (query, { id }, _args, { db }) => db.serviceToken.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    account: t.prismaField({
      type: ServiceAccount,
      description: 'Its account.',
      resolve: (query, { accountId: userId }, _args, { db }) =>
        db.serviceAccount.findUniqueOrThrow({ ...query, where: { userId } }),
    }),
  }),
});

type Wanted = { id: number; name: string; expiresAt: Date | null };

async function create(tx: Tx, context: Context, { id, expiresAt, ...wanted }: Wanted): Promise<Created> {
  const account = await managedAccount(tx, context, id);
  const name = wanted.name.trim();
  const fieldErrors = new FieldErrors();
  checkShown(name, MAX_NAME, ['name'], fieldErrors);
  if (expiresAt && expiresAt <= context.now) fieldErrors.add(['expiresAt'], 'must be in the future.');
  fieldErrors.throwIfAny();
  const valid = await tx.serviceToken.count({ where: { accountId: id, ...validServiceTokens(context.now) } });
  if (valid >= MAX_SERVICE_TOKENS)
    throw conflict(`The service account has ${valid} valid tokens: revoke one that is no longer used.`);
  const token = await createServiceToken(tx, { accountId: id, name, expiresAt }, context.now);
  const after = { tokenId: token.id, token: name, expiresAt: expiresAt?.toISOString() ?? null };
  await noted(tx, context, account, { action: 'create-token', after });
  return { accountId: id, ...token };
}

async function revoke(tx: Tx, context: Context, id: number, tokenId: number): Promise<void> {
  const account = await managedAccount(tx, context, id, true);
  const token = await tx.serviceToken.findFirst({ where: { id: tokenId, accountId: id }, select: { name: true } });
  if (!token) throw notFound('Token');
  if (!(await revokeServiceToken(tx, { accountId: id, id: tokenId }, context.now)))
    throw conflict('The token is already revoked.');
  await noted(tx, context, account, { action: 'revoke-token', before: { tokenId, token: token.name } });
}

builder.mutationFields((t) => ({
  createServiceToken: t.field({
    extensions: ANSWERS_SECRET,
    type: ServiceTokenToHandOver,
    description: `Creates a token of a service account, which ends only when it is revoked or expires. An account has at most ${MAX_SERVICE_TOKENS} valid ones: to rotate, create the new one first, and revoke the old one when the tool sends the new one.`,
    args: {
      id: t.arg.int(accountId),
      name: t.arg.string({
        required: true,
        description: `Where it is used, at most ${MAX_NAME} characters.`,
        extensions: atMost(MAX_NAME),
      }),
      expiresAt: t.arg({ type: 'DateTime', description: 'From when it is refused, in the future; null: never.' }),
    },
    resolve: (_root, { id, name, expiresAt = null }, context) =>
      asAdministrator(context, (tx, fresh) => create(tx, fresh, { id, name, expiresAt })),
  }),
  revokeServiceToken: t.prismaField({
    type: ServiceAccount,
    description: 'Revokes a token: it is refused immediately, in every process, and its streams end.',
    args: {
      id: t.arg.int(accountId),
      tokenId: t.arg.int({ required: true, description: "The token's id." }),
    },
    resolve: async (query, _root, { id, tokenId }, context) => {
      await asAdministrator(context, (tx, fresh) => revoke(tx, fresh, id, tokenId));
      return context.db.serviceAccount.findUniqueOrThrow({ ...query, where: { userId: id } });
    },
  }),
}));
