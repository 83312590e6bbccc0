import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livenessLock, withoutLivenessLock } from './liveness-lock.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('a sign of life', () => {
  it('is visible to other connections until it is closed, and not in another database', async () => {
    const names = ['pool-1', 'pool-2', 'pool-ü'];
    expect(await withoutLivenessLock(database.db, names)).toEqual(names);
    const signs = [];
    for (const name of ['pool-2', 'pool-ü']) signs.push(await livenessLock(database.connectionString, name));
    expect(await withoutLivenessLock(database.db, names)).toEqual(['pool-1']);
    const other = await testDatabase();
    expect(await withoutLivenessLock(other.db, names)).toEqual(names);
    await other.drop();
    for (const sign of signs) await sign.close();
    expect(await withoutLivenessLock(database.db, names)).toEqual(names);
  });

  it('comes back with the connection', async () => {
    const sign = await livenessLock(database.connectionString, 'pool-3');
    await database.db.$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'channel-booking-liveness-lock' AND datname = current_database()`;
    await expect.poll(() => sign.ready()).toBe(false);
    await expect.poll(() => sign.ready()).toBe(true);
    expect(await withoutLivenessLock(database.db, ['pool-3'])).toEqual([]);
    await sign.close();
  });
});
