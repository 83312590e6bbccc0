import type pg from 'pg';
import type { Viewers } from '../world/load-world.ts';
import type { Facts } from './workload.ts';

const SLOTS = 50;
/** Capacity of each slot of the booking workload, so that no target exhausts it. */
const ROOM = 100_000_000;

/** Finds the ids and names that the workloads use; raises the capacity of the departures that are booked. */
export async function findFacts(client: pg.Client, viewers: Viewers): Promise<Facts> {
  const column = async <T>(text: string, values: unknown[] = []) =>
    (await client.query<{ value: T }>(text, values)).rows.map(({ value }) => value);
  const { partnerRole } = viewers;
  const spread = 'hashint8(id)';
  const orderIds = await column<number>(
    `SELECT id AS value FROM orders WHERE role_id = $1 AND status = 'Booked' ORDER BY ${spread} LIMIT 500`,
    [partnerRole],
  );
  const batchIds = await column<number>(
    `SELECT id AS value FROM orders WHERE role_id = $1 AND city_id = (SELECT city_id FROM orders WHERE role_id = $1
       GROUP BY city_id ORDER BY count(*) DESC LIMIT 1) ORDER BY ${spread} LIMIT 2000`,
    [partnerRole],
  );
  const cityIds = await column<number>(
    'SELECT city_id AS value FROM orders WHERE role_id = $1 GROUP BY city_id ORDER BY count(*) DESC, city_id LIMIT 16',
    [partnerRole],
  );
  const productIds = await column<number>(
    `SELECT rp.product_id AS value FROM role_product rp JOIN product p ON p.id = rp.product_id
     WHERE rp.role_id = $1 AND p.is_published IS NOT FALSE AND EXISTS (
       SELECT FROM offer WHERE offer.product_id = p.id AND offer.date BETWEEN current_date + 1 AND current_date + 60)
     ORDER BY rp.product_id`,
    [partnerRole],
  );
  const names = await column<string>(
    `SELECT full_name AS value FROM passenger WHERE order_id = ANY ($1) AND last_name LIKE '%-%' ORDER BY ${spread} LIMIT 200`,
    [orderIds],
  );
  const { rows: slots } = await client.query<Facts['slots'][number]>(
    `UPDATE availability SET capacity = $2 WHERE id IN (
       SELECT a.id FROM availability a JOIN service_level sl ON sl.id = a.service_level_id
         JOIN role_product rp ON rp.product_id = sl.product_id AND rp.role_id = $1
         JOIN product p ON p.id = sl.product_id AND p.is_published IS NOT FALSE
         JOIN offer o ON o.id = a.id AND o.availability_id = a.id AND o.date = a.date
       WHERE sl.pricing_type = 'per_person' AND sl.availability_type = 'per_slot' AND a.date BETWEEN current_date + 5 AND current_date + 60
         AND EXISTS (SELECT FROM price_category pc WHERE pc.service_level_id = sl.id AND pc.is_default)
       ORDER BY a.date, a.id LIMIT ${SLOTS})
     RETURNING id, service_level_id AS "serviceLevelId"`,
    [partnerRole, ROOM],
  );
  return { ...viewers, orderIds, batchIds, cityIds, productIds, names, slots };
}
