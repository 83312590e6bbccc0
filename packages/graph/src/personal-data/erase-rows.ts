import { Prisma, type Tx } from '@channel/prisma';
import { ERASED, type Guests, isMeant, tagsOf } from './erased-values.ts';

const erased = Prisma.sql`${JSON.stringify(ERASED)}::jsonb`;

/**
 * The statements that replace the personal data of an order in its own rows. Each changes only rows that still have any,
 * so that a repetition changes nothing. Places, times, products and amounts stay.
 */
const statementsOf = (guests: Guests): Prisma.Sql[] => {
  const { orderId } = guests;
  return [
    Prisma.sql`UPDATE passenger p SET first_name = ${ERASED}, last_name = '', gender = '', phone_number = '', phone_country_code = '',
      whatsapp_number = '', email = ''
      WHERE ${isMeant(guests)} AND (p.first_name, p.last_name, p.gender, p.phone_number, p.phone_country_code, p.whatsapp_number, p.email)
        <> (${ERASED}, '', '', '', '', '', '')`,
    Prisma.sql`UPDATE tag SET value = ${erased} WHERE id IN (${tagsOf(orderId)}) AND value <> ${erased}`,
    Prisma.sql`UPDATE order_note SET text = ${ERASED}, key = NULL, request_hash = NULL WHERE order_id = ${orderId} AND text <> ${ERASED}`,
    // A point that was made for this order alone is an address of its guests: what remains is the neighbourhood.
    Prisma.sql`UPDATE point SET address = ${ERASED}, latitude = round(latitude, 2), longitude = round(longitude, 2)
      WHERE id IN (${pointsOf(orderId)}) AND organization_id IS NOT NULL AND address <> ${ERASED}
        AND NOT EXISTS (SELECT FROM audit_entry WHERE entity = 'point' AND entity_id = point.id)
        AND NOT EXISTS (SELECT FROM transfer t JOIN orders o ON t.id IN (o.pickup_id, o.dropoff_id)
          WHERE t.point_id = point.id AND o.id <> ${orderId})
        AND NOT EXISTS (SELECT FROM product WHERE location_id = point.id)
        AND NOT EXISTS (SELECT FROM product_point WHERE point_id = point.id)
        AND NOT EXISTS (SELECT FROM pickup_place WHERE point_id = point.id)`,
    Prisma.sql`UPDATE crew_job SET reason = ${ERASED} WHERE order_id = ${orderId} AND reason NOT IN ('', ${ERASED})`,
    Prisma.sql`UPDATE crew_job_change SET reason = ${ERASED} WHERE order_id = ${orderId} AND reason NOT IN ('', ${ERASED})`,
    ...statementsOfBatches(orderId),
  ];
};

/** The points of an order, also the former ones: a transfer that gets another address leaves the former point behind. */
const pointsOf = (orderId: number): Prisma.Sql => Prisma.sql`
  SELECT t.point_id FROM transfer t JOIN orders o ON t.id IN (o.pickup_id, o.dropoff_id) WHERE o.id = ${orderId}
  UNION ALL
  SELECT former.id FROM audit_entry a
  CROSS JOIN LATERAL (VALUES (a.before), (a.after)) AS side (members)
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(side.members) WHEN 'object' THEN side.members END) AS member (name, text)
  JOIN orders o ON o.id = a.entity_id
  JOIN point former ON former.organization_id = o.organization_id AND CASE
    WHEN member.name ~ '^(pickup|dropoff)\\.pointId$' THEN former.id::text = member.text
    WHEN member.name ~ '^(pickup|dropoff)\\.point$'
      THEN concat(trim_scale(former.latitude), ',', trim_scale(former.longitude), ' ', former.address) = member.text
    ELSE false END
  WHERE a.entity = 'order' AND a.entity_id = ${orderId} AND member.name ~ '^(pickup|dropoff)\\.point(Id)?$'`;

/** A batch changes tags of many orders alike: its change is left out, so that no retry writes the values again. */
const statementsOfBatches = (orderId: number): Prisma.Sql[] => [
  Prisma.sql`UPDATE batch_row r SET change = r.change - 'tags', changes = redacted FROM (
      SELECT batch_id, (SELECT coalesce(jsonb_agg(CASE WHEN delta ? 'tag'
          THEN delta || jsonb_build_object('before', redacted_value(delta -> 'before'), 'after', redacted_value(delta -> 'after'))
          ELSE delta END ORDER BY place), '[]')
        FROM jsonb_array_elements(changes) WITH ORDINALITY AS e (delta, place)) AS redacted
      FROM batch_row WHERE order_id = ${orderId}) AS found
    WHERE r.order_id = ${orderId} AND r.batch_id = found.batch_id AND (r.change ? 'tags' OR r.changes <> redacted)`,
  Prisma.sql`UPDATE batch_row SET status = 'cancelled', ended_at = now() WHERE status = 'planned' AND batch_id IN (
      SELECT b.id FROM batch b JOIN batch_row r ON r.batch_id = b.id WHERE r.order_id = ${orderId} AND b.status = 'planned' AND b.change ? 'tags')`,
  Prisma.sql`UPDATE batch SET change = '{}', status = 'ended', cancelled_at = coalesce(cancelled_at, CASE status WHEN 'planned' THEN now() END),
      ended_at = coalesce(ended_at, now())
    WHERE id IN (SELECT batch_id FROM batch_row WHERE order_id = ${orderId}) AND change ? 'tags'`,
];

/** @returns the number of changed rows */
export const eraseRows = (tx: Tx, guests: Guests): Promise<number> => executed(tx, statementsOf(guests));

/** Erases the tags of an order in batches. @returns the number of changed rows */
export const eraseBatches = (tx: Tx, orderId: number): Promise<number> => executed(tx, statementsOfBatches(orderId));

async function executed(tx: Tx, statements: readonly Prisma.Sql[]): Promise<number> {
  let rows = 0;
  for (const statement of statements) rows += await tx.$executeRaw(statement);
  return rows;
}

/** Whether a batch that is being run still has to change the order: it is erased after the batch. */
export async function isInRunningBatch(tx: Tx, orderId: number): Promise<boolean> {
  // Batches lock their rows before the orders as well.
  const rows = await tx.$queryRaw<{ isRunning: boolean }[]>`
    SELECT b.status = 'running' AS "isRunning" FROM batch_row r JOIN batch b ON b.id = r.batch_id
    WHERE r.order_id = ${orderId} ORDER BY r.batch_id FOR UPDATE OF r`;
  return rows.some(({ isRunning }) => isRunning);
}
