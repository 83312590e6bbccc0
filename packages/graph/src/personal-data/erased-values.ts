import { Prisma, type Tx } from '@channel/prisma';

/** What stands in place of an erased text. */
export const ERASED = 'erased';

/** The passengers of an order whose data is meant; no ids: all of them. */
export type Guests = { orderId: number; passengerIds: readonly number[] };

const MAX_VALUES = 5_000;
/** Shorter texts also stand in data of others. */
const LEAST_LENGTH = 3;

/** The condition for the passengers (`p`) that are meant. */
export const isMeant = ({ orderId, passengerIds }: Guests): Prisma.Sql =>
  Prisma.sql`p.order_id = ${orderId} AND (cardinality(${passengerIds}::bigint[]) = 0 OR p.id = ANY (${passengerIds}::bigint[]))`;

/** The ids of the tags of an order, its bookings and its transfers. */
export const tagsOf = (orderId: number): Prisma.Sql => Prisma.sql`
  SELECT id FROM tag WHERE order_id = ${orderId}
  UNION ALL SELECT t.id FROM tag t JOIN booking b ON b.id = t.booking_id WHERE b.order_id = ${orderId}
  UNION ALL SELECT t.id FROM tag t JOIN orders o ON t.transfer_id IN (o.pickup_id, o.dropoff_id) WHERE o.id = ${orderId}`;

/** Whether other orders carry a value of a tag as well, such as a language: it does not name a guest. */
const isShared = (orderId: number, value: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM tag other WHERE other.value_text = ${value} #>> '{}' AND other.id NOT IN (${tagsOf(orderId)})
    AND other.organization_id = (SELECT organization_id FROM orders WHERE id = ${orderId}))`;

/** The regular expression of a value, for JavaScript and Postgres. */
const literal = (value: string): string => value.trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Whether a text has one of the values as whole words: "Day" is not in "Today". */
export function naming(values: readonly string[]): (text: string) => boolean {
  const words = values.map(literal);
  if (words.length === 0) return () => false;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => pattern.test(text);
}

/**
 * The texts of an order by which copies outside of it are found: last and full names, addresses, phone numbers, notes and
 * values of tags, also the former ones in the audit log. They are read before they are erased, and stored nowhere.
 */
export async function guestValues(tx: Tx, guests: Guests): Promise<string[]> {
  const { orderId } = guests;
  const rows = await tx.$queryRaw<{ value: string }[]>`
    WITH audited AS (
      SELECT member.key, member.value FROM audit_entry a
      CROSS JOIN LATERAL (VALUES (a.before), (a.after)) AS side (members)
      CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(side.members) WHEN 'object' THEN side.members END) AS member
      WHERE a.entity = 'order' AND a.entity_id = ${orderId}
    )
    SELECT DISTINCT value FROM (
      SELECT unnest(ARRAY[p.full_name, p.last_name, p.email, p.phone_number, p.whatsapp_number]) AS value
      FROM passenger p WHERE ${isMeant(guests)}
      UNION ALL
      SELECT value #>> '{}' FROM audited WHERE key IN ('leader.lastName', 'leader.email', 'leader.phoneNumber', 'leader.whatsappNumber')
      UNION ALL
      SELECT text FROM order_note WHERE order_id = ${orderId}
      UNION ALL
      SELECT own.value #>> '{}' FROM tag own WHERE own.id IN (${tagsOf(orderId)}) AND NOT ${isShared(orderId, Prisma.sql`own.value`)}
      UNION ALL
      SELECT each.value #>> '{}' FROM audited CROSS JOIN LATERAL jsonb_path_query(audited.value, 'strict $.**') AS each (value)
      WHERE key ~ 'tags$' AND jsonb_typeof(each.value) IN ('string', 'number') AND NOT ${isShared(orderId, Prisma.sql`each.value`)}
    ) AS found
    WHERE length(value) >= ${LEAST_LENGTH} AND btrim(value) <> ${ERASED} LIMIT ${MAX_VALUES}`;
  return rows.map(({ value }) => value);
}
