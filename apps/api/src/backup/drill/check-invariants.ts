/** Sends one statement, and answers with its rows. */
export type Query = <Row>(text: string) => Promise<Row[]>;

/** An invariant that rows violate. */
export type Violation = {
  /** What should hold, such as `a foreign key: orders_city_id_fkey of orders`. */
  invariant: string;
  /** The number of rows that violate it. */
  rows: number;
};

/** What holds between tables without a constraint: statements that count the rows that violate it. */
const OF_ORDERS: Readonly<Record<string, string>> = {
  'an order has its search document': `
    SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM order_search s WHERE s.order_id = o.id)`,
  'an order has the version of its last entry in the audit log': `
    SELECT count(*) FROM orders o JOIN (
      SELECT entity_id, max(version) AS version FROM audit_entry WHERE entity = 'order' AND version IS NOT NULL GROUP BY 1
    ) a ON a.entity_id = o.id WHERE a.version <> o.version`,
  'an order has the version of its last event, or a later one': `
    SELECT count(*) FROM orders o JOIN (SELECT order_id, max(sequence) AS sequence FROM webhook_event GROUP BY 1) e
      ON e.order_id = o.id WHERE e.sequence > o.version`,
  'a delivery of a webhook has its event, and the delivery that it repeats': `
    SELECT count(*) FROM webhook_delivery d WHERE NOT EXISTS (SELECT FROM webhook_event e WHERE e.id = d.event_id)
      OR d.repeat_of_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_delivery r WHERE r.id = d.repeat_of_id)`,
  'an attempt has its delivery': `
    SELECT count(*) FROM webhook_attempt a WHERE NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.id = a.delivery_id)`,
  'a departure counts the places that its bookings hold': `
    SELECT count(*) FROM availability a LEFT JOIN (
      SELECT availability_id, sum(places_held) AS places FROM booking WHERE places_held > 0 GROUP BY 1
    ) b ON b.availability_id = a.id WHERE a.booked <> coalesce(b.places, 0)`,
};

/** Postgres writes the statements, so that identifiers are quoted as it needs them. */
const FOREIGN_KEYS = `
  SELECT conname || ' of ' || conrelid::regclass AS name, format(
    'SELECT count(*) FROM %s c WHERE %s AND NOT EXISTS (SELECT FROM %s p WHERE %s)',
    conrelid::regclass,
    (SELECT string_agg(format('c.%I IS NOT NULL', attname), ' AND ') FROM pg_attribute
     WHERE attrelid = conrelid AND attnum = ANY (conkey)),
    confrelid::regclass,
    (SELECT string_agg(format('p.%I = c.%I', p.attname, c.attname), ' AND ')
     FROM unnest(conkey, confkey) AS k(own, other)
     JOIN pg_attribute c ON c.attrelid = conrelid AND c.attnum = k.own
     JOIN pg_attribute p ON p.attrelid = confrelid AND p.attnum = k.other)) AS statement
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1`;
const CHECKS = `
  SELECT conname || ' of ' || conrelid::regclass AS name,
    format('SELECT count(*) FROM %s WHERE NOT (%s)', conrelid::regclass, pg_get_expr(conbin, conrelid)) AS statement
  FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND connamespace = 'public'::regnamespace ORDER BY 1`;

/**
 * Counts the rows that violate what must hold in a database: each foreign key and check, which Postgres itself compares
 * only when a row is written, and what holds between an order and its search document, audit log, events and departures.
 * It reads every table as a whole, without a time limit: for a restored copy, not for a database in use.
 *
 * @param query sends statements as a role that may read all tables
 * @returns the invariants that are violated; none in a sound database
 */
export async function checkInvariants(query: Query): Promise<Violation[]> {
  const constraints = async (what: string, list: string) =>
    (await query<{ name: string; statement: string }>(list)).map(({ name, statement }) => [
      `${what}: ${name}`,
      statement,
    ]);
  const statements = [
    ...(await constraints('a foreign key', FOREIGN_KEYS)),
    ...(await constraints('a check', CHECKS)),
    ...Object.entries(OF_ORDERS),
  ];
  const violations: Violation[] = [];
  for (const [invariant = '', statement = ''] of statements) {
    const [found] = await query<{ count: string }>(statement);
    const rows = Number(found?.count);
    if (rows !== 0) violations.push({ invariant, rows });
  }
  return violations;
}
