import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { databaseUrl, onServer } from './testing/template.ts';

/* An installation that is overbooked because of the defect that these migrations fix. */

const LAST_BEFORE = '20261121004500_lists_without_filters';
const LAST = '20261122065500_places_add_up';

const server = process.env.TEST_DATABASE_URL ?? '';
const name = `channel_test_places_${process.pid}`;
const url = databaseUrl(server, name);
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  await onServer(server, (client) => client.query(`create database ${name}`));
  await migrateTo(LAST_BEFORE);
});

afterAll(async () => {
  await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  rmSync(folder, { recursive: true });
});

/** Applies migrations up to the given one; later ones need more columns than this test writes. */
async function migrateTo(last: string): Promise<string[]> {
  for (const migration of await readMigrations())
    if (migration.name <= last)
      cpSync(join(MIGRATIONS, migration.name), join(folder, migration.name), { recursive: true });
  return migrate(url, folder);
}

const rows = (sql: string) => onServer(url, async (client) => (await client.query(sql)).rows);

/**
 * Four orders and their bookings, of three departures: one consistent, one overbooked (3 of 2 places), one with a count
 * but no holder.
 */
const SOLD = `
set session_replication_role = replica;
insert into availability (id, service_level_id, date, capacity, booked)
values (1, 1, '2026-06-10', 9, 2), (2, 1, '2026-06-11', 2, 2), (3, 1, '2026-06-12', 9, 4);
insert into orders (id, organization_id, role_id, client_id, issuer_id, city_id, pickup_id, dropoff_id, status, created_at, updated_at,
  booked_at, hold_expires_at, time_zone, vat_percentage, vat_type, currency_code)
select id, 1, 1, 1, 1, 1, id * 2, id * 2 + 1, status::order_status, now(), now(), now(), hold, 'UTC', 21, 'included', 'EUR'
from (values (1, 'InCart', timestamptz '2026-06-01T10:00Z'), (2, 'Booked', null), (3, 'Booked', null), (4, 'InCart', null)) o (id, status, hold);
insert into booking (order_id, service_level_id, rate_id, availability_id, date, status, quantity, places_held, currency_code)
select id, 1, 1, departure, '2026-06-10', status::order_status, 3, held, 'EUR'
from (values (1, 1, 'InCart', 2), (2, 2, 'Booked', 1), (3, 2, 'Booked', 2), (4, 3, 'InCart', 0)) b (id, departure, status, held);
`;

describe('the migrations to consistent places', () => {
  it('keep what was sold, count it, and move each hold to its booking', async () => {
    await rows(SOLD);
    const applied = await migrateTo(LAST);
    expect(applied[0]).toMatch(/holds_of_bookings$/);
    expect(await rows('select id, capacity, booked, remaining from availability order by id')).toEqual([
      { id: 1, capacity: 9, booked: 2, remaining: 7 },
      { id: 2, capacity: 3, booked: 3, remaining: 0 },
      { id: 3, capacity: 9, booked: 0, remaining: 9 },
    ]);
    expect(await rows('select order_id, places_held, hold_expires_at from booking order by order_id')).toEqual([
      { order_id: 1, places_held: 2, hold_expires_at: new Date('2026-06-01T10:00:00Z') },
      { order_id: 2, places_held: 1, hold_expires_at: null },
      { order_id: 3, places_held: 2, hold_expires_at: null },
      { order_id: 4, places_held: 0, hold_expires_at: null },
    ]);
    await expect(rows('update availability set booked = 1 where id = 2')).rejects.toThrow('availability_booked_check');
  });
});
