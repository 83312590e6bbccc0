import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { databaseUrl, onServer } from './testing/template.ts';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const DEPARTURE_RATES = '20261122120000_departure_rates';
const server = process.env.TEST_DATABASE_URL ?? '';
const name = `channel_test_departure_rates_${process.pid}`;
const url = databaseUrl(server, name);
/** The migrations to run: all before the departures' rates, then that one too. */
let migrations: string;

beforeEach(async () => {
  migrations = mkdtempSync(join(tmpdir(), 'migrations-'));
  await onServer(server, (client) => client.query(`create database ${name}`));
  for (const { name: each } of await readMigrations(FOLDER))
    if (each < DEPARTURE_RATES) cpSync(join(FOLDER, each), join(migrations, each), { recursive: true });
});
afterEach(async () => {
  await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  rmSync(migrations, { recursive: true });
});

/** A service level with rates on 10 June and later, as in an existing installation, without unrelated rows. */
async function sell(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    insert into service_level (id, product_id, title, description, capacity, pricing_type, availability_type, duration_time,
      cut_off_time, offer_time_start, offer_time_end)
    select id, 1, 'Level', '', 9, 'per_item', type, 1, 1, '2026-01-01', '2030-12-31' from (values (1, 'daily'), (2, 'pass')) l (id, type);
    insert into rate (id, service_level_id, title, position, valid_from) values
      (1, 1, 'Unpriced', 0, null), (2, 1, 'Flexible', 2, null), (3, 1, 'Saver', 1, null), (4, 1, 'Summer', 0, '2026-07-01'),
      (5, 2, 'Pass', 0, null);
    insert into rate_price (rate_id, currency_code, original, agent, sold)
    select id, 'EUR', 1, 1, 1 from rate where title <> 'Unpriced';
    insert into availability (id, service_level_id, date, capacity) values
      (10, 1, '2026-06-10', 9), (11, 1, '2026-07-01', 9), (12, 2, null, 9), (13, 3, '2026-06-10', 9);
    select setval('availability_id_seq', 13);
    insert into booking (order_id, service_level_id, rate_id, availability_id, date, status, quantity, currency_code) values
      (1, 1, 2, 10, '2026-06-10', 'Booked', 1, 'EUR'), (2, 3, 9, 13, '2026-06-10', 'Booked', 1, 'EUR')`);
  await client.query("insert into rate (id, service_level_id, title, valid_to) values (9, 3, 'Expired', '2020-01-01')");
}

describe('existing departures', () => {
  it('keep their id for the rate at which they were booked by default, and get new ids for the other rates', async () => {
    await migrate(url, migrations);
    await onServer(url, sell);
    cpSync(join(FOLDER, DEPARTURE_RATES), join(migrations, DEPARTURE_RATES), { recursive: true });
    await migrate(url, migrations);
    const { rows } = await onServer(url, (client) =>
      client.query<{ id: number; departure: number; rate: number }>(
        'select id, availability_id as departure, rate_id as rate from departure_rate order by availability_id, rate_id',
      ),
    );
    const ownOf = (departure: number) => rows.find(({ id }) => id === departure)?.rate;
    expect([10, 11, 12, 13].map(ownOf)).toEqual([3, 4, 5, 9]);
    expect(rows.map(({ departure, rate }) => [departure, rate])).toEqual([
      [10, 1],
      [10, 2],
      [10, 3],
      [11, 1],
      [11, 2],
      [11, 3],
      [11, 4],
      [12, 5],
      [13, 9],
    ]);
    const further = rows.filter(({ id, departure }) => id !== departure).map(({ id }) => id);
    expect([...further].sort((one, other) => one - other)).toEqual([14, 15, 16, 17, 18]);
    // Orders return the departure's id as before.
    const { rows: sold } = await onServer(url, (client) =>
      client.query('select distinct coalesce(departure_rate_id, availability_id) as id from booking order by id'),
    );
    expect(sold).toEqual([{ id: 10 }, { id: 13 }]);
  });
});
