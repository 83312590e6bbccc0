import { tmpdir } from 'node:os';
import { createSessions } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { listSettings, loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderStorage } from './media/storage.ts';
import { buildServer } from './server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const numbers = listSettings().flatMap(({ name, kind }) => {
  const [, least, greatest] = /from (\d+) to (\d+)/.exec(kind.expected) ?? [];
  return least && greatest ? [[name, least] as const, [name, greatest] as const] : [];
});

it('the settings have numbers with bounds', () => expect(numbers.length).toBeGreaterThan(40));

it.each(numbers)('a server starts with %s=%s, a bound of the setting', async (name, value) => {
  const { db, connectionString } = database;
  const settings = loadSettings({ DATABASE_URL: connectionString, [name]: value });
  const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure: false });
  const storage = folderStorage(tmpdir());
  const app = await buildServer({ settings, db, sessions, storage, clock: () => new Date() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { status } = await fetch(`${app.listeningOrigin}/healthz`);
  await app.close();
  expect(status).toBe(200);
});
