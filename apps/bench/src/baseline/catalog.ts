import {
  categories,
  currency,
  images,
  list,
  medium,
  object,
  one,
  organization,
  ownTags,
  PRICE_CATEGORY,
  point,
  points,
  sharedTags,
  text,
} from './pieces.ts';

/* The reads of the point of sale, hand-written. */

/** The products of a role: $3 the role, $4 its currency, $5 the day at its office. */
const OFFERED = `EXISTS (SELECT FROM role_product rp WHERE rp.product_id = p.id AND rp.role_id = $3)
  AND p.is_published IS NOT FALSE
  AND EXISTS (SELECT FROM service_level sl JOIN rate r ON r.service_level_id = sl.id JOIN rate_price rp ON rp.rate_id = r.id
    WHERE sl.product_id = p.id AND sl.offer_time_end >= $5::date AND (r.valid_to IS NULL OR r.valid_to >= $5::date) AND rp.currency_code = $4)`;

const STARTING_FROM = `(SELECT row_to_json(x) FROM (
    SELECT trim_scale(min(rp.sold)) AS amount, ${currency('cu')} AS currency
    FROM organization og JOIN currency cu ON cu.code = og.currency_code
    JOIN service_level sl ON sl.product_id = p.id AND sl.offer_time_end >= (now() AT TIME ZONE og.time_zone)::date
    JOIN rate r ON r.service_level_id = sl.id AND (r.valid_to IS NULL OR r.valid_to >= (now() AT TIME ZONE og.time_zone)::date)
    JOIN rate_price rp ON rp.rate_id = r.id AND rp.currency_code = og.currency_code
    WHERE og.id = p.organization_id GROUP BY cu.code) x)`;

/**
 * Products with a departure from $8 to $9. The function is the database's own; a hand-written one would be the same.
 */
const DEPARTING = 'AND p.id IN (SELECT products_departing($3::bigint, $8::date, $9::date, 1, now()))';

/** A page of the products of a role: $6 entries, $7 to skip. Two columns: the entries and their total number. */
export const productPage = (apiUrl: string, { byDate }: { byDate: boolean }) => `
  WITH offered AS MATERIALIZED (SELECT p.id, p.title FROM product p WHERE ${OFFERED} ${byDate ? DEPARTING : ''})
  SELECT (SELECT coalesce(json_agg(row_to_json(e)), '[]') FROM (
      SELECT p.id, ${text('p', 'title')} AS title, ${text('p', 'short_description', 'shortDescription')} AS short_description, p.back_office,
        ${organization('p.organization_id')} AS organization, ${point('p.location_id')} AS location, ${categories('p.id')} AS categories,
        p.labels, ${images(apiUrl, 'p.id')} AS images, ${medium(apiUrl, 'p.banner_id')} AS banner,
        ${medium(apiUrl, 'p.thumbnail_id')} AS thumbnail, ${sharedTags('product_id', 'p.id')} AS tags, '[]'::json AS additional_services,
        ${object(`${STARTING_FROM} AS starting_from`)} AS price
      FROM (SELECT id, title FROM offered ORDER BY title, id LIMIT $6 OFFSET $7) page JOIN product p ON p.id = page.id
      ORDER BY page.title, page.id) e)::text, (SELECT count(*)::int FROM offered)`;

const LEVEL = `sl.id, ${text('sl', 'title')} AS title`;
const DURATION = object(
  `trim_scale(sl.duration_time) AS time, ${text('sl', 'duration_description', 'durationDescription')} AS description`,
);
const BUSINESS_HOURS = `${text('sl', 'business_hours', 'businessHours')} AS business_hours`;

/** A product: $3 the role that sells it, $4 its id, $5 the organizations of which the viewer is staff. */
export const productDetail = (apiUrl: string) => `
  SELECT row_to_json(e)::text FROM (
    SELECT p.id, ${text('p', 'title')} AS title, ${text('p', 'short_description', 'shortDescription')} AS short_description,
      ${text('p', 'description')} AS description,
      coalesce(nullif(p.translations -> $1::text -> 'highlights', 'null'), to_jsonb(p.highlights)) AS highlights,
      ${text('p', 'know_before_you_go', 'knowBeforeYouGo')} AS know_before_you_go, ${text('p', 'what_to_bring', 'whatToBring')} AS what_to_bring,
      p.is_published, p.back_office, p.organization_id = ANY ($5) AS editable,
      ${one(`su.id, su.name, ${text('su', 'description')} AS description, ${ownTags('supplier_id', 'su.id')} AS tags`, 'supplier su WHERE su.id = p.supplier_id')} AS supplier,
      ${object(`${list('cu.code, cu.symbol, cu.name', 'product_currency pc JOIN currency cu ON cu.code = pc.currency_code WHERE pc.product_id = p.id ORDER BY pc.position')} AS supported`)} AS currencies,
      ${organization('p.organization_id')} AS organization, ${point('p.location_id')} AS location,
      ${points('(SELECT * FROM product_point WHERE product_id = p.id) link')} AS points, ${categories('p.id')} AS categories, p.labels,
      CASE WHEN p.ticket_title IS NOT NULL THEN ${object(
        `coalesce(${text('p', 'ticket_title', 'ticketTitle')}, '') AS title, coalesce(${text('p', 'ticket_message', 'ticketMessage')}, '') AS message,
         p.ticket_per_participant AS per_participant`,
      )} END AS ticket,
      ${images(apiUrl, 'p.id')} AS images,
      ${list('v.video_code, v.type, v.url', 'product_video v WHERE v.product_id = p.id ORDER BY v.position')} AS videos,
      ${medium(apiUrl, 'p.banner_id')} AS banner, ${medium(apiUrl, 'p.thumbnail_id')} AS thumbnail,
      ${list(
        `${LEVEL}, ${text('sl', 'description')} AS description, ${BUSINESS_HOURS}, sl.capacity, sl.pricing_type, sl.has_pickup,
         sl.has_drop_off, sl.has_tour_guide, ${DURATION} AS duration, sl.availability_type, trim_scale(sl.cut_off_time) AS cut_off_time,
         sl.offer_time_start, sl.offer_time_end, sl.is_complete,
         ${list(PRICE_CATEGORY, 'price_category pc WHERE pc.service_level_id = sl.id ORDER BY pc.position, pc.id')} AS price_categories`,
        'service_level sl WHERE sl.product_id = p.id ORDER BY sl.position, sl.id',
      )} AS service_levels,
      '[]'::json AS additional_services, ${sharedTags('product_id', 'p.id')} AS tags
    FROM product p
    WHERE p.id = $4 AND p.is_published IS NOT FALSE AND EXISTS (SELECT FROM role_product rp WHERE rp.product_id = p.id AND rp.role_id = $3)) e`;

const SOLD = `trim_scale(rp.sold) AS amount, ${currency('cu')} AS currency`;
const PRICE_ROWS = 'rate_price rp JOIN currency cu ON cu.code = rp.currency_code';

/**
 * The rates of a product by day for three months: $2 the role, $3 the product. Parts that do not change from day to day
 * are serialized once for each rate.
 */
export const RATES_BY_DATE = `
  WITH here AS MATERIALIZED (
    SELECT p.id, (now() AT TIME ZONE c.time_zone)::date AS today, (now() AT TIME ZONE c.time_zone)::time AS time
    FROM product p JOIN city c ON c.id = p.city_id
    WHERE p.id = $3 AND p.is_published IS NOT FALSE AND EXISTS (SELECT FROM role_product rp WHERE rp.product_id = p.id AND rp.role_id = $2)
  ), level AS MATERIALIZED (
    SELECT sl.id, sl.position, sl.availability_type, ${object(
      `${LEVEL}, sl.capacity::text AS capacity, ${DURATION} AS duration, ${BUSINESS_HOURS}, sl.has_pickup, sl.pricing_type,
       sl.has_drop_off, sl.has_tour_guide, sl.availability_type`,
    )} AS json
    FROM here JOIN service_level sl ON sl.product_id = here.id
  ), rates AS MATERIALIZED (
    SELECT r.id, r.position, r.service_level_id, ${text('r', 'title')} AS title,
      ${list(SOLD, `${PRICE_ROWS} WHERE rp.rate_id = r.id AND rp.rate_category_id IS NULL ORDER BY rp.position, rp.id`)} AS items,
      ${list(
        `${object(PRICE_CATEGORY)} AS price_category, ${list(SOLD, `${PRICE_ROWS} WHERE rp.rate_category_id = rc.id ORDER BY rp.position, rp.id`)} AS prices`,
        'rate_category rc JOIN price_category pc ON pc.id = rc.price_category_id WHERE rc.rate_id = r.id ORDER BY pc.position, rc.id',
      )} AS persons,
      ${object(
        `${list('cp.id, cp.time, trim_scale(cp.percentage) AS percentage', 'cancellation_penalty cp WHERE cp.rate_id = r.id ORDER BY cp.time DESC, cp.id')} AS penalties,
         ${text('r', 'cancellation_description', 'cancellationDescription')} AS description`,
      )} AS policies
    FROM level JOIN rate r ON r.service_level_id = level.id
  ), departures AS (
    SELECT o.date, o.rate_id, json_agg(${object(
      `o.id, left(a.start_time::text, 5) AS start_time, left(a.end_time::text, 5) AS end_time, a.remaining, l.availability_type,
       a.expiration_date, a.expiration_minutes_after_booking`,
    )} ORDER BY o.start_time NULLS FIRST, a.id) AS json
    FROM here JOIN offer o ON o.product_id = $3
      AND o.date BETWEEN (SELECT today FROM here) AND (SELECT today + interval '3 months' FROM here)::date
      AND (o.date > here.today OR o.start_time IS NULL OR o.start_time > here.time)
    JOIN availability a ON a.id = o.availability_id JOIN service_level l ON l.id = o.service_level_id
    GROUP BY o.date, o.rate_id
  ), days AS (
    SELECT d.date, json_agg(${object(
      `r.id, r.title, l.json AS service_level, r.items AS per_item_prices, r.persons AS per_person_prices,
       r.policies AS cancellation_policies, d.json AS availabilities`,
    )} ORDER BY l.position, l.id, r.position, r.id) AS json
    FROM departures d JOIN rates r ON r.id = d.rate_id JOIN level l ON l.id = r.service_level_id GROUP BY d.date
  )
  SELECT (SELECT coalesce(json_agg(${object('days.date, days.json AS rates')} ORDER BY days.date), '[]') FROM days)::text FROM here`;
