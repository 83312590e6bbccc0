import type { PrismaClient } from '@channel/prisma';
import { type Credentials, checkLogin } from './login.ts';
import { hashPassword } from './passwords.ts';
import type { TokenPair } from './token-pair.ts';
import { authenticate, refresh, startFamily } from './tokens.ts';

export const SETTINGS = {
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 30 * 86_400,
  refreshRepeatSeconds: 60,
  loginFailures: 10,
  loginFailuresPerAddress: 100,
  loginFailuresPerNetwork: 300,
  loginWindowSeconds: 900,
};

export const NOW = new Date('2026-06-01T10:00:00.000Z');

export function later(seconds: number, from = NOW): Date {
  return new Date(from.getTime() + seconds * 1000);
}

/** A user `<name>` with the address `<Name>@Example.com` and the password `<name>-password`. */
export async function addUser(
  db: PrismaClient,
  name: string,
  more: { disabledAt?: Date; kind?: 'system' | 'service' } = {},
) {
  const email = `${name[0]?.toUpperCase()}${name.slice(1)}@Example.com`;
  const passwordHash = await hashPassword(`${name}-password`);
  return db.user.create({ data: { name: `The ${name}`, email, username: name, passwordHash, ...more } });
}

/** Logs in to the API by password. */
export async function login(db: PrismaClient, credentials: Credentials) {
  const checked = await checkLogin(db, credentials, NOW, SETTINGS);
  return 'refused' in checked ? checked : startFamily(db, checked.userId, NOW, SETTINGS);
}

/** Every row of every table as text, bytes in hexadecimal. */
export async function everything(db: PrismaClient): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
  const texts = tables.map(async ({ name }) => {
    const rows = await db.$queryRawUnsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
    return rows.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}

/** The id in front of a token. */
export const idOf = (token: string): number => Number(token.split('|')[0]);

export const INVALID = { refused: 'invalid' };

/** @throws when there is no pair */
export function pairOf(result: Awaited<ReturnType<typeof refresh>>): TokenPair {
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result;
}

/** The token operations of one user. */
export const tokensOf = (db: PrismaClient, userId: number) => ({
  signIn: (now = NOW) => startFamily(db, userId, now, SETTINGS),
  opens: async ({ accessToken }: TokenPair, now = NOW) => (await authenticate(db, accessToken, now, null)) !== null,
  exchange: (refreshToken: string, now = NOW, id = idOf(refreshToken)) =>
    refresh(db, { id, refreshToken }, now, SETTINGS),
});
