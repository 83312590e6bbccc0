import { Prisma, type PrismaClient, queryRows, type Tx } from '@channel/prisma';
import { ACTOR, type Actor, acceptedAccount } from './actor.ts';
import { isInRanges } from './address-ranges.ts';
import { repeatable, repeatedPair, type Successors } from './repeated-refresh.ts';
import { isRowId, isSame, newSecret, type ParsedToken, parseToken, tokenText } from './secrets.ts';
import { noteUse, parseServiceToken } from './service-tokens.ts';
import type { TokenLives, TokenPair } from './token-pair.ts';

/**
 * Why a refresh token was not exchanged. Answer both alike; `reused` means that this call revoked a family because one
 * of its tokens was reused, which is worth an audit entry.
 */
export type RefreshRefusal = { refused: 'invalid' } | { refused: 'reused'; userId: number };

/** A first pair of tokens for a user whose identity is established (see `checkLogin`); earlier logins stay valid. */
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
 * The actor of an access token or a service token; null when it is not valid: malformed, unknown, expired, revoked, of a
 * disabled user, of a service account that has expired, whose owner is disabled or that may not send requests from this
 * address, or a refresh token. One read; the use of a service token is written beside it.
 *
 * @param address the address of the client; null where the request does not come over the network
 */
export async function authenticate(
  db: PrismaClient,
  token: string | null,
  now: Date,
  address: string | null,
): Promise<Actor | null> {
  return (await readLogin(db, token, now, address))?.actor ?? null;
}

/** A valid token with its actor, as read at one moment. */
export type Login = { tokenId: number; tokenHash: Uint8Array; actor: Actor; actorJson: Buffer };

/** The same as `authenticate`, with what is needed to confirm the login later, see `actorOfToken`. */
export async function readLogin(
  db: PrismaClient,
  token: string | null,
  now: Date,
  address: string | null,
): Promise<Login | null> {
  const parsed = token === null ? null : parse(token);
  if (!parsed) return null;
  const [found] = await queryRows(db, { ...LOGINS[parsed.kind], values: [parsed.id, now] });
  if (!found) return null;
  // In the column order of the statement.
  const [hash, json] = found as [Uint8Array, string];
  if (!isSame(parsed.hash, hash)) return null;
  const login = {
    tokenId: parsed.id,
    tokenHash: hash,
    actor: JSON.parse(json) as Actor,
    actorJson: Buffer.from(json),
  };
  return isUsableFrom(db, login, now, address) ? login : null;
}

/**
 * Whether a valid login may be used by this client, as far as the login itself says; notes its use. Who presumes a login
 * from an earlier request calls this again for each request.
 */
export function isUsableFrom(
  db: PrismaClient,
  { tokenId, actor: { service } }: Login,
  now: Date,
  address: string | null,
): boolean {
  if (!service) return true;
  if (!isInRanges(address, service.addressRanges)) return false;
  noteUse(db, tokenId, now);
  return true;
}

/** Identifies a token without storing its secret; null for a malformed one. */
export function tokenKey(token: string | null): string | null {
  const parsed = token === null ? null : parse(token);
  return parsed && `${parsed.kind} ${parsed.id}|${Buffer.from(parsed.hash).toString('base64')}`;
}

function parse(text: string): (ParsedToken & { kind: keyof typeof LOGINS }) | null {
  const access = parseToken(text);
  if (access) return { ...access, kind: 'access' };
  const service = parseServiceToken(text);
  return service && { ...service, kind: 'service' };
}

/**
 * A sub-select of the actor of a valid token, as text: equal to `actorJson` of a login that is still valid and
 * unchanged. Of the two kinds of tokens it can be either: their hashes differ.
 */
export const actorOfToken = (tokenId: unknown, tokenHash: unknown, now: unknown): Prisma.Sql => {
  const isToken = Prisma.sql`t.id = ${tokenId} and t.secret_hash = ${tokenHash}`;
  return Prisma.sql`select (${ACTOR})::text from "user" u where u.disabled_at is null and u.id = coalesce(
    (select f.user_id ${accessTokens(now)} and ${isToken}),
    (select t.account_id ${serviceTokens(now)} and ${isToken}))`;
};

const accessTokens = (now: unknown) => Prisma.sql`
  from access_token t join token_family f on f.id = t.family_id where t.expires_at > ${now} and f.revoked_at is null`;

const serviceTokens = (now: unknown) => Prisma.sql`
  from service_token t join service_account s on s.user_id = t.account_id join "user" owner on owner.id = s.owner_id
  where (t.expires_at is null or t.expires_at > ${now}) and t.revoked_at is null and ${acceptedAccount(now)}`;

const loginOf = (holder: Prisma.Sql): string => `select token.hash, (${ACTOR.text})::text as actor
  from (${holder.text}) token join "user" u on u.id = token.user_id where u.disabled_at is null`;

const LOGINS = {
  access: {
    name: 'login',
    text: loginOf(
      Prisma.sql`select t.secret_hash as hash, f.user_id ${accessTokens(Prisma.raw('$2'))} and t.id = ${Prisma.raw('$1')}`,
    ),
  },
  service: {
    name: 'service login',
    text: loginOf(
      Prisma.sql`select t.secret_hash as hash, t.account_id as user_id ${serviceTokens(Prisma.raw('$2'))} and t.id = ${Prisma.raw('$1')}`,
    ),
  },
};

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
