import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from './testing/index.ts';

/*
 * What keeps the rows of an organization together, so that a table can be divided by it: its id in each table on the side
 * of orders, and no value that is unique across organizations without a need. docs/growth.md tells what follows from it.
 */

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const names = async (sql: string): Promise<string[]> => (await client.query(sql)).rows.map(({ name }) => name);

/** Tables with rows of orders that do not name the organization, and why. */
const WITHOUT: Record<string, string> = {
  batch_row: 'its batch does, and it is deleted with it',
  crew_job: 'few rows, found by the order or the person',
  crew_job_change: 'as crew_job',
  dispatch_move: 'few rows, for some hours; its board names it',
  order_note: 'few rows, found by the order alone',
  tag_set: 'also those of products, cities and users; derived from tags, which name it',
  webhook_attempt: 'found by its delivery alone, in the partition of the event',
  webhook_delivery: 'found by its event or endpoint, which name it',
};

it('every table with an order names its organization, or has a reason', async () => {
  const found = await names(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname in ('booking_passenger', 'transfer', 'webhook_attempt')
        or exists (select from pg_attribute where attrelid = c.oid and attname = 'order_id' and not attisdropped))
      and not exists (select from pg_attribute where attrelid = c.oid and attname = 'organization_id' and not attisdropped)
    order by 1`);
  expect(found).toEqual(Object.keys(WITHOUT));
});

/** Unique keys on the side of orders that hold across organizations, besides ids, and why. */
const ACROSS: Record<string, string> = {
  batch_row_pkey: 'ids of the batch and the order',
  booking_passenger_pkey: 'ids of the booking and the passenger',
  crew_job_change_pkey: 'an id of the order, and one of the client within it',
  crew_job_pkey: 'ids of the order and the person',
  dispatch_move_pkey: 'ids of the board and the order',
  order_note_author_id_key_key: 'a key of the author, whose notes it keeps from being doubled',
  order_search_pkey: 'the id of the order',
  orders_dropoff_id_key: 'the id of the transfer',
  orders_key_idx: 'a key of the issuer, whose orders it keeps from being doubled',
  orders_pickup_id_key: 'the id of the transfer',
  passenger_leader_key: 'the id of the order',
  tag_set_city_id_key: 'the id of the city',
  tag_set_order_id_key: 'the id of the order',
  tag_set_product_id_key: 'the id of the product',
  tag_set_user_id_key: 'the id of the user',
  ticket_address_key_key: 'the secret part of a public address, which names no organization',
  webhook_attempt_delivery_id_number_event_at_key: 'the id of the delivery',
};

it('no key besides ids is unique across organizations without a reason', async () => {
  const found =
    await names(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname in ('orders', 'booking_passenger', 'transfer', 'webhook_attempt', 'webhook_event')
        or exists (select from pg_attribute where attrelid = c.oid and attname = 'order_id' and not attisdropped))
      and pg_get_indexdef(i.indexrelid) !~ '\\((id|id, [a-z_]+)\\)$' and pg_get_indexdef(i.indexrelid) !~ 'organization_id'
    order by 1`);
  expect(found).toEqual(Object.keys(ACROSS));
});

it('functions that follow each order, passenger and tag are planned once in a session', async () => {
  const found = await names(`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (proconfig)
      and prolang = (select oid from pg_language where lanname = 'plpgsql') and proname ~ '^(order_search|refresh)_'
      and not 'int4[]'::regtype = any (proargtypes)
    order by 1`);
  expect(found).toEqual(['order_search_of_rows', 'refresh_order_search', 'refresh_tag_sets']);
});
