import {
  type Actor,
  actorOf as actorById,
  type Caller,
  checkLogin,
  logout,
  refresh,
  type Session,
  startFamily,
  type TokenPair,
} from '@channel/auth';
import { isClient, type PrismaClient } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden, notFound, throttled, unauthenticated } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { CHANGES_LOGIN } from '../shared/idempotency-key.ts';
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

const SessionType = builder.objectRef<Session>('Session').implement({
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

const holds = ({ roles }: Actor, permission: string) =>
  roles.some(({ permissions }) => permissions.includes(permission));

/** A user who may use the console; null for any other user, and for a disabled one. */
export async function consoleActor(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: number,
): Promise<Actor | null> {
  const actor = await actorById(db, userId, now);
  return actor && holds(actor, settings.permissions.console) ? actor : null;
}

const ONLY_ADMINISTRATORS =
  'Only administrators log in by password here. Sign in to the console by the provider of your organization.';

/** Whether a user of the console may log in by password. */
export const mayUsePassword = (
  { settings: { passwordSignIn, permissions } }: Pick<Context, 'settings'>,
  actor: Actor,
): boolean => passwordSignIn === 'everyone' || holds(actor, permissions.administer);

/** Opens a session of the console for a user whose identity is established, and gives its cookie to the context. */
export async function openSession(context: Context, userId: number, action: string): Promise<Session> {
  const { db, sessions, cookies } = context;
  const { session, setCookie } = await sessions.signIn(userId, cookies.read());
  cookies.write(setCookie);
  await audit(db, context, loginLine(action, userId), userId);
  return session;
}

builder.mutationFields((t) => ({
  createTokens: t.field({
    extensions: CHANGES_LOGIN,
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
      const db = outsideTransaction(context);
      const checked = await checkLogin(db, args, now, settings, { address });
      if ('refused' in checked) throw refusal(checked);
      const actor = await consoleActor(context, checked.userId);
      if (actor && !mayUsePassword(context, actor)) throw unauthenticated(ONLY_ADMINISTRATORS);
      const pair = await startFamily(db, checked.userId, now, settings);
      await audit(db, context, loginLine('user.log-in', pair.userId), pair.userId);
      return pair;
    },
  }),
  refreshTokens: t.field({
    extensions: CHANGES_LOGIN,
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
    extensions: CHANGES_LOGIN,
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
    extensions: CHANGES_LOGIN,
    type: SessionType,
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
      const actor = await consoleActor(context, checked.userId);
      if (!actor)
        throw forbidden('This account may not use the console. Ask an administrator of your organization for access.');
      if (!mayUsePassword(context, actor)) throw forbidden(ONLY_ADMINISTRATORS);
      if (checked.device) cookies.write(sessions.deviceCookie(checked.device));
      return openSession(context, checked.userId, 'user.sign-in');
    },
  }),
  signOut: t.boolean({
    extensions: CHANGES_LOGIN,
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
