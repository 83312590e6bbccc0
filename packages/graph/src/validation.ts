import { fromContext, joined, literal, type Sql, sql, type Validation } from 'graphql-sql';
import { release } from './shared/release.ts';
import { tables } from './shared/tables.ts';
import { organizationIds } from './statement-context.ts';

/*
 * What validators of answers (ETags) are made of: stamps, which the triggers of the migration "change_stamps" write, and
 * versions of orders.
 */

/** Tables with a stamp for each transaction that writes them. */
export const STAMPED = [
  'availability',
  'cancellation_penalty',
  'category',
  'city',
  'client',
  'client_member',
  'country',
  'currency',
  'departure_rate',
  'language',
  'media',
  'organization',
  'organization_language',
  'permission',
  'pickup_options',
  'pickup_place',
  'pickup_time',
  'point',
  'price_category',
  'product',
  'product_category',
  'product_currency',
  'product_image',
  'product_point',
  'product_video',
  'rate',
  'rate_category',
  'rate_price',
  'role',
  'role_city',
  'role_permission',
  'role_product',
  'service_level',
  'supplier',
  'supplier_permission',
  'tag',
  'user',
  'user_role',
];

/** What views and tables that the database derives from others are made of. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  offer: ['availability', 'departure_rate', 'rate', 'rate_price', 'service_level'],
  tag_set: ['tag'],
};

const known = new Set(Object.values(tables).map(({ name }) => name));

/** Tags are stamped for their organization; for 0, those that others see, too: of suppliers, clients and roles. */
const SUBJECTS: Readonly<Record<string, Sql>> = { tag: sql`array_append(${organizationIds}, 0)` };

const sumOf = (names: readonly string[], subjects?: Sql): Sql =>
  sql`(SELECT coalesce(sum(s.value), 0) FROM change_stamp s WHERE s.name = ANY (ARRAY[${joined(names.map(literal), ', ')}])${
    subjects ? sql` AND s.subject = ANY (${subjects})` : sql``
  })`;

export const validation: Validation = {
  get release() {
    return release();
  },
  tablesOf: (name) => DERIVED[name] ?? (known.has(name) ? [name] : []),
  stamped: new Set(STAMPED),
  stampsOf(names, subjects) {
    const restricted = { ...SUBJECTS, ...subjects };
    const whole = names.filter((name) => !restricted[name]);
    const sums = names.flatMap((name) => (restricted[name] ? [sumOf([name], restricted[name])] : []));
    return joined(whole.length > 0 ? [sumOf(whole), ...sums] : sums, ' + ');
  },
  versioned: {
    Order: {
      // The time, too: a database that was restored to an earlier state uses the same versions and transaction ids again.
      versions: ['version', 'updated_at'],
      covers: ['orders', 'booking', 'booking_passenger', 'order_search', 'passenger', 'ticket', 'transfer'],
      seen: sql`SELECT coalesce(sum(s.value), 0) FROM change_stamp s
        JOIN unnest(${fromContext('principals', 'text[]')}) AS p (viewer)
          ON s.name = concat('orders of ', left(p.viewer, 1)) AND s.subject = substr(p.viewer, 2)::bigint`,
    },
  },
  // Places that are held in the cart are released without a change of the order.
  unversioned: ['hold_expires_at', 'places_held'],
  moments: {
    // Only `todayIn` uses it: an answer depends on the day in the zone of each organization.
    now: sql`SELECT string_agg(DISTINCT concat(o.time_zone, ' ', (${fromContext('now', 'timestamptz')} AT TIME ZONE o.time_zone)::date), ',') FROM organization o`,
  },
};
