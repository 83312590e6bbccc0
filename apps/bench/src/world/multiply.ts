import type pg from 'pg';
import { continueSequences, copyRows, inBulk } from './copy-rows.ts';

/*
 * From the demo world to a busy channel: the catalogue in several editions, some hundred desks that sell, and the
 * requested number of orders, spread over three years, each with its own guests, tags and viewers.
 */

const CATALOGUE = [
  'product',
  'product_currency',
  'product_point',
  'product_category',
  'product_image',
  'product_video',
  'service_level',
  'price_category',
  'rate',
  'cancellation_penalty',
  'rate_category',
  'rate_price',
  'schedule',
  'availability',
  'pickup_options',
  'pickup_place',
  'pickup_time',
  'role_product',
];
const EDITIONS = ['in the evening', 'for families', 'in a small group', 'on a private tour'];

const SALES = ['transfer', 'orders', 'booking', 'passenger', 'booking_passenger', 'ticket'];

/** Desks of the larger and of the smaller organization. */
const DESKS = [400, 60];
const DAYS = 1_095;

/** Writes further editions of the catalogue. Their departures have no bookings. */
export async function multiplyCatalogue(client: pg.Client, copies: number): Promise<void> {
  const editions = `coalesce((ARRAY['${EDITIONS.join("', '")}'])[n], 'edition ' || n)`;
  const plan = {
    tables: CATALOGUE,
    copies,
    differences: {
      product: {
        title: `t.title || ', ' || ${editions}`,
        // A title without a translation in its copy is shown in the default language.
        translations: `(SELECT coalesce(jsonb_object_agg(key, value - 'title'), '{}') FROM jsonb_each(t.translations))`,
      },
      availability: { booked: '0' },
    },
  };
  await inBulk(client, CATALOGUE, () => copyRows(client, plan));
  // Triggers add the ids of departures at their rates, but do not fire for bulk writes.
  await client.query('SELECT add_departure_rates(NULL, NULL)');
}

/** A desk is a role with its own client and a clerk who issues its orders; its products are the concierge's. */
async function openDesks(client: pg.Client): Promise<void> {
  await client.query(`CREATE TEMP TABLE desk AS
    SELECT o.id AS organization_id, i,
      (SELECT max(id) FROM role) + row_number() OVER () AS role_id,
      (SELECT max(id) FROM client) + row_number() OVER () AS client_id,
      (SELECT max(id) FROM "user") + row_number() OVER () AS user_id
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS rank FROM organization) o
    CROSS JOIN LATERAL generate_series(1, (ARRAY[${DESKS.join()}])[o.rank]) i`);
  await client.query(`INSERT INTO client (id, organization_id, name)
    SELECT client_id, organization_id, 'Hotel ' || client_id FROM desk`);
  await client.query(`INSERT INTO role (id, organization_id, client_id, name)
    SELECT role_id, organization_id, client_id, 'Desk ' || i FROM desk`);
  await client.query(`INSERT INTO "user" (id, name, email, username)
    SELECT user_id, 'Clerk ' || user_id, 'clerk' || user_id || '@desk.example', 'clerk' || user_id FROM desk`);
  await client.query('INSERT INTO user_role (user_id, role_id) SELECT user_id, role_id FROM desk');
  await client.query(
    `INSERT INTO role_permission (role_id, permission_name) SELECT role_id, 'products.book' FROM desk`,
  );
  await client.query(`INSERT INTO role_product (role_id, product_id)
    SELECT desk.role_id, p.product_id FROM desk JOIN role_product p ON p.role_id = (
      SELECT r.id FROM role r WHERE r.organization_id = desk.organization_id AND r.name IN ('Hotel concierge', 'Kiosk'))`);
  await continueSequences(client, ['client', 'role', 'user']);
}

/** A number from 0 to `size` - 1, deterministic by row, copy and salt. */
const draw = (salt: number, size: string | number, id = 't.id') =>
  `((hashint8extended(${id}::bigint * 1000003 + n, ${salt}) & 1073741823) % ${size})`;

/** The days by which a copy is moved into the past: the higher its number (and its id), the newer. */
const shiftOf = (copies: number) => `((${copies} - n)::bigint * ${DAYS} / ${copies})::int`;

/** The desk that sold a copy, if any, and the leader of the copied order. Few desks sell much, many sell little. */
const DESK_AND_LEADER = `LEFT JOIN desk d ON ${draw(1, 100)} < 55 AND d.organization_id = t.organization_id
    AND d.i = 1 + floor(power(${draw(2, 10_000)} / 10000.0, 3)
      * CASE WHEN t.organization_id = (SELECT min(id) FROM organization) THEN ${DESKS[0]} ELSE ${DESKS[1]} END)
  LEFT JOIN passenger leader ON leader.order_id = t.id AND leader.is_leader`;

/** The name of the passenger of an id, in a copy; some have a double family name. */
function nameOf(id: string): { first: string; last: string } {
  const from = (table: string, salt: number) =>
    `(SELECT names FROM ${table})[1 + ${draw(salt, `(SELECT size FROM ${table})`, id)}]`;
  return {
    first: from('given', 3),
    last: `${from('family', 4)} || CASE WHEN ${draw(6, 10, id)} < 4 THEN '-' || ${from('family', 5)} ELSE '' END`,
  };
}

function differences(copies: number) {
  const shift = shiftOf(copies);
  const earlier = (column: string) => `t.${column} - make_interval(days => ${shift})`;
  const instant = (column: string) => `(${earlier(`${column}_local`)}) AT TIME ZONE t.time_zone`;
  const name = nameOf('t.id');
  const leader = nameOf('leader.id');
  return {
    transfer: { date: `t.date - ${shift}` },
    orders: {
      role_id: 'coalesce(d.role_id, t.role_id)',
      client_id: 'coalesce(d.client_id, t.client_id)',
      issuer_id: 'coalesce(d.user_id, t.issuer_id)',
      contact_person_id: 'CASE WHEN d.role_id IS NULL THEN t.contact_person_id END',
      version: '1',
      reference_code: `t.reference_code || '-' || n`,
      created_at: earlier('created_at'),
      updated_at: earlier('updated_at'),
      booked_at: earlier('booked_at'),
      starts_at: instant('starts_at'),
      ends_at: instant('ends_at'),
      starts_at_local: earlier('starts_at_local'),
      ends_at_local: earlier('ends_at_local'),
      checkout_date: `t.checkout_date - ${shift}`,
      leader_sort: `coalesce(left(${leader.first} || ' ' || ${leader.last}, 100), '')`,
    },
    // The departures are those of the copied order; the copies hold no places.
    booking: { date: `t.date - ${shift}`, places_held: '0', hold_expires_at: 'NULL' },
    passenger: {
      first_name: name.first,
      last_name: name.last,
      email: `'guest' || (t.id + n::bigint * 7919) || '@guest.example'`,
      phone_number: `CASE WHEN t.phone_number = '' THEN '' ELSE '555 ' || lpad(${draw(7, 10_000_000)}::text, 7, '0') END`,
    },
    ticket: { address_key: `encode(sha256((t.id || '.' || n)::bytea), 'hex')` },
    tag: {
      value: `CASE
        WHEN t.key = 'voucher' THEN to_jsonb(left(t.value_text, -6) || lpad(${draw(8, 1_000_000)}::text, 6, '0'))
        WHEN t.key = 'supplier-reference' THEN to_jsonb(left(t.value_text, 1) || lpad(${draw(9, 100_000)}::text, 5, '0'))
        WHEN t.key = 'room' THEN to_jsonb('room ' || (101 + ${draw(10, 540)}))
        ELSE t.value END`,
    },
  };
}

async function multiplyOrders(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ there: number }>('SELECT count(*)::int AS there FROM orders');
  const there = rows[0]?.there ?? 0;
  const copies = Math.ceil((count - there) / there);
  if (copies < 1) return;
  for (const [table, column] of [
    ['given', 'first_name'],
    ['family', 'last_name'],
  ]) {
    await client.query(`CREATE TEMP TABLE ${table} AS SELECT array_agg(name ORDER BY name) AS names, count(*)::int AS size
      FROM (SELECT DISTINCT ${column} AS name FROM passenger WHERE ${column} <> '') one`);
  }
  await inBulk(client, [...SALES, 'tag'], async () => {
    await copyRows(client, {
      tables: [...SALES, 'tag'],
      copies,
      differences: differences(copies),
      joins: { orders: DESK_AND_LEADER },
      // Tags of the catalogue and of users are not copied.
      only: { tag: 'num_nonnulls(t.order_id, t.booking_id, t.transfer_id) = 1' },
    });
    await layAsMade(client);
  });
  await writeWords(client);
  // The last copy exceeds the count; the surplus orders are deleted with their dependent rows.
  await client.query(
    `WITH surplus AS (
       DELETE FROM orders WHERE id IN (SELECT id FROM orders ORDER BY id DESC LIMIT (SELECT count(*) - $1 FROM orders))
       RETURNING pickup_id, dropoff_id)
     DELETE FROM transfer USING surplus WHERE transfer.id IN (pickup_id, dropoff_id)`,
    [count],
  );
}

/**
 * Stores orders on disk in the order of their creation, as in a real installation. The demo's own orders
 * are the newest and were written first: a list backwards in time would jump from one end of the table to the other.
 */
async function layAsMade(client: pg.Client): Promise<void> {
  await client.query('CREATE INDEX orders_made ON orders (created_at, id)');
  await client.query('CLUSTER orders USING orders_made');
  await client.query('DROP INDEX orders_made');
}

const WORDS_AT_ONCE = 50_000;

/** Writes the derived search rows of orders: search documents and tag sets. */
async function writeWords(client: pg.Client): Promise<void> {
  await client.query('ANALYZE passenger, tag, orders');
  const { rows } = await client.query<{ last: number }>('SELECT max(id) AS last FROM orders');
  await inBulk(client, ['order_search'], async () => {
    for (let first = 1; first <= (rows[0]?.last ?? 0); first += WORDS_AT_ONCE) {
      await client.query(
        `SELECT refresh_order_search(ARRAY(SELECT o.id FROM orders o WHERE o.id BETWEEN $1 AND $2
           AND NOT EXISTS (SELECT FROM order_search w WHERE w.order_id = o.id)))`,
        [first, first + WORDS_AT_ONCE - 1],
      );
    }
  });
  await inBulk(client, ['tag_set'], async () => {
    for (let first = 1; first <= (rows[0]?.last ?? 0); first += WORDS_AT_ONCE) {
      await client.query(
        `SELECT refresh_tag_sets(NULL, ARRAY(SELECT o.id FROM orders o WHERE o.id BETWEEN $1 AND $2
           AND NOT EXISTS (SELECT FROM tag_set s WHERE s.order_id = o.id)), NULL, NULL)`,
        [first, first + WORDS_AT_ONCE - 1],
      );
    }
  });
}

/** Multiplies a demo world to this size. */
export async function multiply(client: pg.Client, orders: number, editions = EDITIONS.length): Promise<void> {
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query("SET work_mem = '64MB'");
  // An unfinished data set is regenerated anyway.
  await client.query('SET synchronous_commit = off');
  await multiplyCatalogue(client, editions);
  await openDesks(client);
  await multiplyOrders(client, orders);
  // With index cleanup; otherwise the pages of the last orders would count as changed.
  await client.query('VACUUM (ANALYZE, INDEX_CLEANUP ON)');
}
