import { Prisma, type PrismaClient, queryRows, type Tx } from '@channel/prisma';
import { ACTOR, type Actor } from './actor.ts';
import type { Caller } from './caller.ts';
import { type Credentials, checkLogin, type LoginLimits, type LoginRefusal } from './login.ts';
import { repeatable, repeatedPair, type Successors } from './repeated-refresh.ts';
import { isRowId, isSame, newSecret, parseToken, tokenText } from './secrets.ts';
import type { TokenLives, TokenPair } from './token-pair.ts';

/**
 * Why a refresh token was not exchanged. Answer both alike; `reused` means that this call revoked a family because one
 * of its tokens was reused, which is worth an audit entry.
 */
export type RefreshRefusal = { refused: 'invalid' } | { refused: 'reused'; userId: number };

/** Logs in by password and starts a family of tokens; earlier logins stay valid. Not for use inside a transaction. */
export async function login(
  db: PrismaClient,
  credentials: Credentials,
  now: Date,
  settings: TokenLives & LoginLimits,
  caller?: Caller,
): Promise<TokenPair | LoginRefusal> {
  const checked = await checkLogin(db, credentials, now, settings, caller);
  return 'refused' in checked ? checked : startFamily(db, checked.userId, now, settings);
}

/** A first pair of tokens for a user whose identity is established. */
export async function startFamily(
  db: PrismaClient | Tx,
  userId: number,
  now: Date,
  lives: TokenLives,
): Promise<TokenPair> {
  const family = Prisma.sql`
    family as (insert into token_family (user_id, created_at) values (${userId}, ${now}) returning id, user_id)`;
  const pair = await insertPair(db, family, now, lives);
  if (!pair) throw new Error('The insert of a token pair returned no row');
  return pair;
}

/**
 * Exchanges a refresh token, once, for a new pair; the old access token is revoked. Of many concurrent calls exactly
 * one exchanges it. A token that is repeated with the idempotency key of its exchange within the time gets the same
 * pair again; any other second use revokes the whole family. Not for use inside a transaction: the revocation of a
 * family must survive a rollback of the caller.
 *
 * @param id the token's id from the request; must be the one in the token.
 */
export async function refresh(
  db: PrismaClient,
  { id, refreshToken, idempotencyKey }: { id: number; refreshToken: string; idempotencyKey?: string | null },
  now: Date,
  lives: TokenLives,
): Promise<TokenPair | RefreshRefusal> {
  const token = parseToken(refreshToken);
  if (token?.id !== id) return { refused: 'invalid' };
  const find = () => db.refreshToken.findUnique({ where: { id }, include: { family: { include: { user: true } } } });
  let stored = await find();
  if (!stored || !isSame(token.hash, stored.secretHash)) return { refused: 'invalid' };
  if (stored.usedAt === null) {
    const pair = await exchange(
      db,
      id,
      now,
      lives,
      idempotencyKey ? repeatable(token.secret, idempotencyKey) : undefined,
    );
    if (pair) return pair;
    // Another call was first, or the token is no longer valid.
    stored = await find();
  }
  if (!stored?.usedAt || stored.family.revokedAt || stored.family.user.disabledAt) return { refused: 'invalid' };
  const pair = idempotencyKey && (await repeatedPair(db, stored, token.secret, idempotencyKey, now, lives));
  if (pair) return pair;
  const { family } = stored;
  const ended = await endFamily(db, { id: family.id }, now, 'reuse');
  return ended ? { refused: 'reused', userId: family.userId } : { refused: 'invalid' };
}

/**
 * Revokes the family of one of the user's refresh tokens: none of its tokens is valid any more.
 *
 * @returns false when the user has no such token or its family is revoked already.
 */
export async function logout(
  db: PrismaClient | Tx,
  userId: number,
  refreshTokenId: number,
  now: Date,
): Promise<boolean> {
  if (!isRowId(refreshTokenId)) return false;
  return endFamily(db, { userId, refreshTokens: { some: { id: refreshTokenId } } }, now, 'logout');
}

/**
 * The token of an `Authorization` header; null unless it is exactly `Bearer <token>`, the scheme in any letter case.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer (.*)$/is.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * The actor of an access token; null when it is not valid: malformed, unknown, expired, revoked, of a disabled user, or
 * a refresh token. One read, no write.
 */
export async function authenticate(
  db: PrismaClient | Tx,
  accessToken: string | null,
  now: Date,
): Promise<Actor | null> {
  return (await readLogin(db, accessToken, now))?.actor ?? null;
}

/** A valid access token with its actor, as read at one moment. */
export type Login = { tokenId: number; tokenHash: Uint8Array; actor: Actor; actorJson: Buffer };

/** The same as `authenticate`, with what is needed to confirm the login later, see `actorOfToken`. */
export async function readLogin(db: PrismaClient | Tx, accessToken: string | null, now: Date): Promise<Login | null> {
  const token = accessToken === null ? null : parseToken(accessToken);
  if (!token) return null;
  const [found] = await queryRows(db, { name: 'login', text: LOGIN, values: [token.id, now] });
  if (!found) return null;
  // In the column order of the statement.
  const [hash, json] = found as [Uint8Array, string];
  if (!isSame(token.hash, hash)) return null;
  return { tokenId: token.id, tokenHash: hash, actor: JSON.parse(json) as Actor, actorJson: Buffer.from(json) };
}

/** Identifies an access token without storing its secret; null for a malformed one. */
export function tokenKey(accessToken: string | null): string | null {
  const token = accessToken === null ? null : parseToken(accessToken);
  return token && `${token.id}|${Buffer.from(token.hash).toString('base64')}`;
}

/**
 * A sub-select of the actor of a valid access token, as text: equal to `actorJson` of a login that is still valid and
 * unchanged.
 */
export const actorOfToken = (tokenId: unknown, tokenHash: unknown, now: unknown): Prisma.Sql =>
  Prisma.sql`select (${ACTOR})::text ${holder(tokenId, now)} and t.secret_hash = ${tokenHash}`;

const holder = (tokenId: unknown, now: unknown) => Prisma.sql`
  from access_token t join token_family f on f.id = t.family_id join "user" u on u.id = f.user_id
  where t.id = ${tokenId} and t.expires_at > ${now} and f.revoked_at is null and u.disabled_at is null`;

const LOGIN = Prisma.sql`select t.secret_hash as hash, (${ACTOR})::text as actor ${holder('its id', 'now')}`.text;

/** The guard is in the `where` of the write: a second call finds the token used and gets no row. */
function exchange(
  db: PrismaClient,
  id: number,
  now: Date,
  lives: TokenLives,
  successors: Successors | undefined,
): Promise<TokenPair | null> {
  const family = Prisma.sql`
    family as (
      update refresh_token t set used_at = ${now}, repeat_salt = ${successors?.salt ?? null}
      from token_family f join "user" u on u.id = f.user_id
      where t.id = ${id} and t.used_at is null and t.expires_at > ${now}
        and f.id = t.family_id and f.revoked_at is null and u.disabled_at is null
      returning f.id, f.user_id
    ),
    ended as (delete from access_token where family_id in (select id from family))`;
  return insertPair(db, family, now, lives, successors);
}

/** Stores a pair for the row of `family`, if there is one, in the same statement: all or nothing. */
async function insertPair(
  db: PrismaClient | Tx,
  family: Prisma.Sql,
  now: Date,
  lives: TokenLives,
  { access, refresh }: Pick<Successors, 'access' | 'refresh'> = { access: newSecret(), refresh: newSecret() },
): Promise<TokenPair | null> {
  const [pair] = await db.$queryRaw<{ userId: number; accessId: number; refreshId: number }[]>`
    with ${family},
    access as (
      insert into access_token (family_id, secret_hash, created_at, expires_at)
      select id, ${access.hash}, ${now}, ${after(now, lives.accessTokenSeconds)} from family returning id
    ),
    refresh as (
      insert into refresh_token (family_id, secret_hash, created_at, expires_at, first_access_id)
      select family.id, ${refresh.hash}, ${now}, ${after(now, lives.refreshTokenSeconds)}, access.id from family, access
      returning id
    )
    select family.user_id as "userId", access.id as "accessId", refresh.id as "refreshId" from family, access, refresh`;
  if (!pair) return null;
  return {
    userId: pair.userId,
    accessToken: tokenText(pair.accessId, access),
    refreshToken: tokenText(pair.refreshId, refresh),
  };
}

async function endFamily(
  db: PrismaClient | Tx,
  which: Prisma.TokenFamilyWhereInput,
  now: Date,
  revokedReason: 'logout' | 'reuse',
): Promise<boolean> {
  const { count } = await db.tokenFamily.updateMany({
    where: { ...which, revokedAt: null },
    data: { revokedAt: now, revokedReason },
  });
  return count > 0;
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
