import type { PrismaClient, Tx } from '@channel/prisma';
import { type Caller, devicePlace, placeOf } from './caller.ts';
import { newSecret } from './secrets.ts';
import { counterOf, forgetAttempts } from './throttle.ts';

/** Days for which a place is remembered after its last login. */
export const PLACE_DAYS = 180;

/** Maximum number of places per user; the least recently used one is dropped. */
const MAX_PLACES = 20;

/**
 * Remembers the place of a login: failures elsewhere cannot lock the account there. A browser gets a new secret each
 * time.
 *
 * @returns the browser's secret, where the caller's entry point has cookies
 */
export async function rememberPlace(
  db: PrismaClient | Tx,
  userId: number,
  caller: Caller,
  now: Date,
): Promise<{ device?: string }> {
  const former = placeOf(caller);
  const device = caller.device === undefined ? undefined : newSecret().text;
  const key = device === undefined ? former : devicePlace(device);
  if (key === null) return {};
  if (device !== undefined && former) await db.loginPlace.deleteMany({ where: { userId, key: former } });
  await db.$executeRaw`
    insert into login_place (user_id, key, used_at) values (${userId}, ${key}, ${now})
    on conflict (user_id, key) do update set used_at = excluded.used_at`;
  await db.$executeRaw`
    delete from login_place where user_id = ${userId} and key in (
      select key from login_place where user_id = ${userId} order by used_at desc, key offset ${MAX_PLACES}::int)`;
  return device === undefined ? {} : { device };
}

/** Resets an account: removes its known places and its counters. */
export async function forgetPlaces(tx: PrismaClient | Tx, userId: number): Promise<void> {
  const places = await tx.loginPlace.findMany({ where: { userId }, select: { key: true } });
  await forgetAttempts(tx, [counterOf({ userId }), ...places.map(({ key: place }) => counterOf({ userId, place }))]);
  await tx.loginPlace.deleteMany({ where: { userId } });
}

/** Removes places without a login for `PLACE_DAYS`. */
export async function prunePlaces(db: PrismaClient, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PLACE_DAYS * 86_400_000);
  await db.loginPlace.deleteMany({ where: { usedAt: { lte: before } } });
}
