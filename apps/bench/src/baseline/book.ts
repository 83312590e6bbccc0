import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Viewer } from './access.ts';
import { fullOrder } from './orders.ts';

/*
 * The booking, hand-written: one transaction reads the offer, writes all rows by one statement, takes the places
 * conditionally, and reads the answer. For persons of the default price category on a departure with a
 * start and an end, which is what the workload books.
 */

type Guest = { first_name?: string; last_name?: string; email?: string };
type Body = {
  leader: Guest;
  passengers: Guest[];
  details: { availability_id: number };
  tags?: { key: string; value: string }[];
};

export type Booking = {
  viewer: Viewer;
  role: Viewer['roles'][number];
  serviceLevelId: number;
  body: Body;
  requestId: string;
};

const drawn = (table: string) => `nextval(pg_get_serial_sequence('${table}', 'id'))`;
const several = (table: string, count: string) => `ARRAY(SELECT ${drawn(table)} FROM generate_series(1, ${count}))`;

/**
 * The offer, with the ids of the new rows: $1 the departure at its rate, $2 the service level, $3 the role, $4 the
 * number of persons.
 */
const SOLD = `
  SELECT ${drawn('orders')} AS "order", ${drawn('booking')} AS booking, ${several('transfer', '2')} AS ways,
    ${several('passenger', '$4::int')} AS passengers, a.id AS departure, a.remaining, r.id AS rate, pc.id AS category, rp.id AS price,
    CASE WHEN p.ticket_title IS NULL THEN '{}' ELSE ${several('ticket', 'CASE WHEN p.ticket_per_participant THEN $4::int ELSE 1 END')} END AS tickets,
    p.ticket_per_participant AS "perParticipant"
  FROM departure_rate dr JOIN availability a ON a.id = dr.availability_id
    JOIN service_level sl ON sl.id = a.service_level_id JOIN product p ON p.id = sl.product_id
    JOIN organization og ON og.id = p.organization_id
    JOIN price_category pc ON pc.service_level_id = sl.id AND pc.is_default
    JOIN rate r ON r.id = dr.rate_id AND r.service_level_id = sl.id AND rate_holds(r.valid_from, r.valid_to, r.weekdays, a.date)
    JOIN rate_category rc ON rc.rate_id = r.id AND rc.price_category_id = pc.id
    JOIN rate_price rp ON rp.rate_category_id = rc.id AND rp.currency_code = og.currency_code
  WHERE dr.id = $1 AND sl.id = $2 AND p.is_published IS NOT FALSE
    AND EXISTS (SELECT FROM role_product ro WHERE ro.product_id = p.id AND ro.role_id = $3)`;

type Sold = {
  order: number;
  booking: number;
  ways: number[];
  passengers: number[];
  tickets: number[];
  perParticipant: boolean;
  departure: number;
  remaining: number;
  rate: number;
  category: number;
  price: number;
};

const picture = (row: string) =>
  `jsonb_build_object('id', ${row}.id, 'filename', ${row}.filename, 'storageKey', ${row}.storage_key)`;
const translations = (row: string) => `'translations', ${row}.translations`;

/** The frozen details of the order. */
const DETAILS = `jsonb_build_object(
  'product', jsonb_build_object('id', p.id, 'title', p.title, 'highlights', to_jsonb(p.highlights), 'description', p.description,
    'whatToBring', p.what_to_bring, 'knowBeforeYouGo', p.know_before_you_go, 'labels', to_jsonb(p.labels), ${translations('p')},
    'distributor', jsonb_build_object('name', og.name),
    'supplier', CASE WHEN su.id IS NOT NULL THEN jsonb_build_object('id', su.id, 'name', su.name, 'description', su.description, ${translations('su')}) END,
    'banner', ${picture('banner')}, 'thumbnail', ${picture('thumbnail')},
    'images', (SELECT coalesce(jsonb_agg(${picture('m')} ORDER BY i.position, m.id), '[]') FROM product_image i JOIN media m ON m.id = i.media_id WHERE i.product_id = p.id),
    'videos', (SELECT coalesce(jsonb_agg(jsonb_build_object('videoCode', v.video_code, 'type', v.type, 'url', v.url) ORDER BY v.position, v.id), '[]') FROM product_video v WHERE v.product_id = p.id),
    'categories', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, ${translations('c')}) ORDER BY c.id), '[]')
      FROM product_category k JOIN category c ON c.id = k.category_id WHERE k.product_id = p.id)),
  'serviceLevel', jsonb_build_object('title', sl.title, 'description', sl.description, 'businessHours', sl.business_hours,
    'capacity', sl.capacity, 'pricingType', sl.pricing_type, 'availabilityType', sl.availability_type, 'hasPickup', sl.has_pickup,
    'hasDropOff', sl.has_drop_off, 'hasTourGuide', sl.has_tour_guide, 'durationTime', sl.duration_time,
    'durationDescription', sl.duration_description, 'cutOffTime', sl.cut_off_time, 'offerTimeStart', sl.offer_time_start,
    'offerTimeEnd', sl.offer_time_end, ${translations('sl')}),
  'rate', jsonb_build_object('passExpirationDate', a.expiration_date, 'passExpirationMinutesAfterBooking', a.expiration_minutes_after_booking),
  'rates', jsonb_build_array(jsonb_build_object('id', r.id, 'title', r.title, 'cancellationDescription', r.cancellation_description, ${translations('r')},
    'penalties', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', cp.id, 'time', cp.time, 'percentage', cp.percentage) ORDER BY cp.time DESC, cp.id), '[]')
      FROM cancellation_penalty cp WHERE cp.rate_id = r.id))),
  'startingPoint', jsonb_build_object('latitude', pt.latitude, 'longitude', pt.longitude, 'address', pt.address,
    'city', CASE WHEN ci.id IS NOT NULL THEN jsonb_build_object('id', ci.id, 'name', ci.name, ${translations('ci')}) END,
    'country', CASE WHEN co.id IS NOT NULL THEN jsonb_build_object('id', co.id, 'name', co.name, 'code', co.code, ${translations('co')}) END))`;

/**
 * All rows of an order: $1 order, $2 booking, $3 transfers, $4 passengers, $5 departure, $6 rate, $7 price category,
 * $8 price, $9 role, $10 client, $11 user, $12 guests as JSON, $13 tags as JSON, $14 tickets, $15 their passengers,
 * $16 their keys, $17 the request's id, $18 the departure at its rate.
 */
const WRITE = `
  WITH ways AS (INSERT INTO transfer (id) SELECT unnest($3::bigint[]) RETURNING id),
  made AS (
    INSERT INTO orders (id, organization_id, role_id, client_id, issuer_id, city_id, supplier_id, product_id, pickup_id, dropoff_id, status,
      created_at, updated_at, booked_at, time_zone, starts_at, ends_at, starts_at_local, ends_at_local, vat_percentage, vat_type,
      currency_code, total_original, total_agent, total_sold, booked_details)
    SELECT $1::bigint, p.organization_id, $9::bigint, $10::bigint, $11::bigint, p.city_id, p.supplier_id, p.id, ($3::bigint[])[1], ($3::bigint[])[2], 'Booked',
      now(), now(), date_trunc('second', now()), home.time_zone,
      (a.date + a.start_time) AT TIME ZONE home.time_zone, (a.date + a.end_time) AT TIME ZONE home.time_zone, a.date + a.start_time,
      a.date + a.end_time, og.vat_percentage, og.vat_type, rp.currency_code, rp.original * cardinality($4::bigint[]),
      rp.agent * cardinality($4::bigint[]), rp.sold * cardinality($4::bigint[]), ${DETAILS}
    FROM (SELECT count(*) FROM ways) drawn CROSS JOIN availability a JOIN service_level sl ON sl.id = a.service_level_id
      JOIN product p ON p.id = sl.product_id JOIN organization og ON og.id = p.organization_id JOIN city home ON home.id = p.city_id
      JOIN rate r ON r.id = $6 JOIN rate_price rp ON rp.id = $8
      JOIN media banner ON banner.id = p.banner_id JOIN media thumbnail ON thumbnail.id = p.thumbnail_id
      LEFT JOIN supplier su ON su.id = p.supplier_id LEFT JOIN point pt ON pt.id = p.location_id
      LEFT JOIN city ci ON ci.id = pt.city_id LEFT JOIN country co ON co.id = ci.country_id
    WHERE a.id = $5
    RETURNING id, organization_id, total_sold, currency_code
  ), booked AS (
    INSERT INTO booking (id, order_id, service_level_id, rate_id, availability_id, departure_rate_id, date, start_time, end_time, status, quantity, places_held, currency_code)
    SELECT $2::bigint, $1, a.service_level_id, $6::bigint, a.id, $18::bigint, a.date, a.start_time, a.end_time, 'Booked', cardinality($4), cardinality($4), made.currency_code
    FROM availability a CROSS JOIN made WHERE a.id = $5
  ), guests AS (
    INSERT INTO passenger (id, order_id, position, is_leader, first_name, last_name, email, price_category)
    SELECT ($4::bigint[])[g.ordinality], $1, g.ordinality - 1, g.ordinality = 1, coalesce(g.first_name, ''), coalesce(g.last_name, ''), coalesce(g.email, ''),
      jsonb_build_object('id', pc.id, 'title', pc.title, 'isDefault', pc.is_default, 'minimum', pc.minimum, 'maximum', pc.maximum,
        'ageMin', pc.age_min, 'ageMax', pc.age_max, ${translations('pc')})
    FROM ROWS FROM (jsonb_to_recordset($12::jsonb) AS (first_name text, last_name text, email text)) WITH ORDINALITY g
    JOIN price_category pc ON pc.id = $7
  ), seats AS (
    INSERT INTO booking_passenger (booking_id, passenger_id, status, currency_code, original, agent, sold)
    SELECT $2, s.id, 'Booked', rp.currency_code, rp.original, rp.agent, rp.sold FROM unnest($4::bigint[]) s (id) JOIN rate_price rp ON rp.id = $8
  ), tagged AS (
    INSERT INTO tag (organization_id, order_id, key, value)
    SELECT made.organization_id, $1, t.key, t.value FROM jsonb_to_recordset($13::jsonb) AS t (key text, value jsonb) CROSS JOIN made
  ), printed AS (
    INSERT INTO ticket (id, order_id, passenger_id, created_at, filename, address_key)
    SELECT t.id, $1, t.passenger, now(), 'ticket-' || $1 || '-' || t.id || '.pdf', t.key FROM unnest($14::bigint[], $15::bigint[], $16::text[]) t (id, passenger, key)
  ), noted AS (
    INSERT INTO audit_entry (at, channel, request_id, actor_id, action, entity, entity_id, organization_id, after)
    SELECT now(), 'api', $17::text, $11, 'order.book', 'order', $1, organization_id, jsonb_build_object('status', 'Booked',
      'quantity', cardinality($4), 'total', trim_scale(total_sold)::text, 'currency', currency_code) FROM made
  )
  SELECT pg_notify('order_changes', '[[' || $1 || ',1]]') FROM made`;

const TAKE = 'UPDATE availability SET booked = booked + $2 WHERE id = $1 AND remaining >= $2';

/** Books, and returns the order as JSON text; undefined where there is nothing to sell or no place left. */
export function booker(pool: Pool, apiUrl: string, secretKey: string) {
  const answer = fullOrder(apiUrl, 'o.id = $4');
  const keyOf = (ticket: number) => createHmac('sha256', secretKey).update(`ticket:${ticket}`).digest('base64url');
  return async ({ viewer, role, serviceLevelId, body, requestId }: Booking): Promise<string | undefined> => {
    const guests = [body.leader, ...body.passengers];
    const departureRate = body.details.availability_id;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<Sold>({
        name: 'sold',
        text: SOLD,
        values: [departureRate, serviceLevelId, role.id, guests.length],
      });
      const [sold] = rows;
      if (!sold || sold.remaining < guests.length) throw new Error('there is nothing to sell');
      const passengersOfTickets = sold.tickets.map((_id, index) =>
        sold.perParticipant ? sold.passengers[index] : null,
      );
      await client.query({
        name: 'write',
        text: WRITE,
        values: [
          ...[
            sold.order,
            sold.booking,
            sold.ways,
            sold.passengers,
            sold.departure,
            sold.rate,
            sold.category,
            sold.price,
          ],
          ...[role.id, role.clientId, viewer.userId, JSON.stringify(guests), JSON.stringify(body.tags ?? [])],
          ...[sold.tickets, passengersOfTickets, sold.tickets.map(keyOf), requestId],
          departureRate,
        ],
      });
      const { rowCount } = await client.query({ name: 'take', text: TAKE, values: [sold.departure, guests.length] });
      if (rowCount !== 1) throw new Error('there is no place left');
      const printed = await client.query<[string]>({
        name: 'order',
        text: answer,
        values: [viewer.lang, viewer.organizationIds, viewer.principals, sold.order],
        rowMode: 'array',
      });
      await client.query('COMMIT');
      return printed.rows[0]?.[0];
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
}
