import { actorOf as actorById, type Caller, checkLogin, login, logout, refresh, type TokenPair } from '@channel/auth';
import { isClient, type PrismaClient } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden, notFound, throttled, unauthenticated } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { actorOf } from '../shared/principals.ts';

const Tokens = builder.objectRef<TokenPair>('TokenPair').implement({
  description: 'A pair of API tokens. They are shown once; only their hashes are stored.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'Bearer token of the API until it expires.' }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Token to exchange once for a new pair. It begins with its id.',
    }),
  }),
});

const Session = builder.objectRef<{ expiresAt: Date }>('Session').implement({
  description: 'A console session.',
  fields: (t) => ({
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires unless it is used before.' }),
  }),
});

/** Counts of failed logins must survive a rollback of the request, so logins never run inside a transaction. */
export function outsideTransaction({ db }: Context): PrismaClient {
  if (isClient(db)) return db;
  throw new Error('a login must not run inside a transaction');
}

/** The browser of a sign-in, identified by its cookie because several browsers may share an address. */
export const browserOf = ({ address, sessions, cookies }: Context): Caller => ({
  address,
  device: sessions.device(cookies.read()),
});

type Names = { email?: string | null; username?: string | null; emailOrUsername?: string | null; password: string };

function checkNames({ email, username, emailOrUsername, password }: Names): void {
  const fieldErrors = new FieldErrors();
  if (!email && !username && !emailOrUsername) fieldErrors.add(['email'], 'is required, unless username is given.');
  if (password === '') fieldErrors.add(['password'], 'is required.');
  fieldErrors.throwIfAny();
}

const refusal = (refused: { refused: 'credentials' } | { refused: 'throttled'; retryAfterSeconds: number }) =>
  refused.refused === 'throttled'
    ? throttled(refused.retryAfterSeconds)
    : unauthenticated('These credentials do not match.');

/** A login belongs to the audit log of no organization; its actor is the user. */
const loginLine = (action: string, userId: number) => [
  { action, entity: 'user', entityId: userId, organizationId: null },
];

builder.mutationFields((t) => ({
  createTokens: t.field({
    type: Tokens,
    description: 'Logs in to the API by password. No authentication required; failed attempts are throttled.',
    skipTypeScopes: true,
    args: {
      email: t.arg.string({ description: "The user's e-mail address." }),
      username: t.arg.string({
        description: "The user's name to log in with. If an address is given too, both must belong to the same user.",
      }),
      password: t.arg.string({ required: true, description: 'The password.' }),
    },
    resolve: async (_root, args, context) => {
      checkNames(args);
      const { address, now, settings } = context;
      const pair = await login(outsideTransaction(context), args, now, settings, { address });
      if ('refused' in pair) throw refusal(pair);
      await audit(context.db, context, loginLine('user.log-in', pair.userId), pair.userId);
      return pair;
    },
  }),
  refreshTokens: t.field({
    type: Tokens,
    description:
      'Exchanges a refresh token for a new pair, once. Reuse of a token revokes all tokens of its login, unless it is repeated within a short time with the same idempotency key.',
    skipTypeScopes: true,
    args: {
      id: t.arg.int({ required: true, description: 'Id of the refresh token.' }),
      refreshToken: t.arg.string({ required: true, description: 'The refresh token.' }),
      idempotencyKey: t.arg.string({
        description:
          'Idempotency key of the client: an exchange that is repeated with it within a short time returns the same pair.',
      }),
    },
    resolve: async (_root, exchanged, context) => {
      const pair = await refresh(outsideTransaction(context), exchanged, context.now, context.settings);
      if (!('refused' in pair)) return pair;
      if (pair.refused === 'reused')
        await audit(context.db, context, loginLine('user.token-reused', pair.userId), pair.userId);
      throw unauthenticated('The refresh token is not valid.');
    },
  }),
  revokeTokens: t.boolean({
    description: 'Logs out of the API: revokes all tokens of a login immediately.',
    args: { id: t.arg.int({ required: true, description: 'Id of the refresh token.' }) },
    resolve: async (_root, { id }, context) => {
      const { userId } = actorOf(context);
      if (!(await logout(context.db, userId, id, context.now))) throw notFound('Token');
      await audit(context.db, context, loginLine('user.log-out', userId));
      return true;
    },
  }),
  signIn: t.field({
    type: Session,
    description: 'Signs in to the console by password; the response sets a cookie. Failed attempts are throttled.',
    skipTypeScopes: true,
    args: {
      emailOrUsername: t.arg.string({
        required: true,
        description: "The user's e-mail address or username.",
      }),
      password: t.arg.string({ required: true, description: 'The password.' }),
    },
    resolve: async (_root, args, context) => {
      checkNames(args);
      const { sessions, cookies, settings } = context;
      const browser = browserOf(context);
      const checked = await checkLogin(outsideTransaction(context), args, context.now, settings, browser);
      if ('refused' in checked) throw refusal(checked);
      const actor = await actorById(context.db, checked.userId);
      const welcome = actor?.roles.some((role) => role.permissions.includes(settings.permissions.console));
      if (!welcome) throw forbidden('This account may not use the console.');
      const { session, setCookie } = await sessions.signIn(checked.userId, cookies.read());
      cookies.write(setCookie);
      if (checked.device) cookies.write(sessions.deviceCookie(checked.device));
      await audit(context.db, context, loginLine('user.sign-in', checked.userId), checked.userId);
      return session;
    },
  }),
  signOut: t.boolean({
    description: 'Signs out of the console; with `everywhere`, on all devices.',
    args: { everywhere: t.arg.boolean({ defaultValue: false, description: 'End all sessions of the user.' }) },
    resolve: async (_root, { everywhere }, context) => {
      const { sessions, cookies } = context;
      const { userId } = actorOf(context);
      if (everywhere) await sessions.signOutEverywhere(userId);
      cookies.write((await sessions.signOut(cookies.read())).setCookie);
      await audit(context.db, context, loginLine(everywhere ? 'user.sign-out-everywhere' : 'user.sign-out', userId));
      return true;
    },
  }),
}));
