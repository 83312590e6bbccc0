import { createCrewCalendar, createCrewLink } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import { createFactories, type TestDatabase, testDatabase, waitingForLocks } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportBackup } from './backups/report-backup.ts';
import { checkPlaces } from './orders/check-places.ts';

/* Rows that are written again and again: two processes that write the first one at the same time both succeed. */

const NOW = new Date('2026-03-01T12:00:00Z');

let database: TestDatabase;
let db: PrismaClient;
let of: { userId: number; organizationId: number };

beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  const { id: userId, role } = await createFactories(db).userWith([]);
  of = { userId, organizationId: role.organizationId };
});
afterAll(() => database.drop());

const crew = (values: string) =>
  `(user_id, organization_id, secret_hash, created_at${values.includes(',') ? ', expires_at' : ''})
   SELECT id, ${of.organizationId}, '\\x00', ${values} FROM "user" WHERE id = ${of.userId}`;

/** The table, a first row as another process writes it, and the writer. */
const ROWS: [table: string, row: () => string, write: () => Promise<unknown>][] = [
  [
    'places_check',
    () => `(checked_at, departures, unbalanced, named) VALUES (now(), 0, 0, '{}')`,
    () => checkPlaces(db, NOW),
  ],
  [
    'backup_report',
    () => `(kind, at, succeeded, text) VALUES ('drill', now(), true, '')`,
    () =>
      reportBackup(db, { settings: loadSettings({}) }, { kind: 'drill', at: NOW, succeeded: true, text: 'restored' }),
  ],
  ['crew_link', () => crew('now(), now()'), () => db.$transaction((tx) => createCrewLink(tx, of, NOW, 1))],
  ['crew_calendar', () => crew('now()'), () => db.$transaction((tx) => createCrewCalendar(tx, of, NOW))],
];

it.for(ROWS)('a first row of %s that another process writes at the same time', async ([table, row, write]) => {
  const other = new pg.Client({ connectionString: database.connectionString });
  await other.connect();
  await other.query(`BEGIN; INSERT INTO ${table} ${row()}`);
  const written = write().then(
    () => 'written',
    (error: unknown) => error,
  );
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  await other.query('COMMIT');
  await other.end();
  expect(await written).toBe('written');
  expect(await db.$queryRawUnsafe(`SELECT 1 FROM ${table}`)).toHaveLength(1);
});
