import {
  city,
  frozenText,
  joinCurrency,
  list,
  object,
  one,
  ownTags,
  person,
  point,
  prices,
  sharedTags,
} from './pieces.ts';

/* The two reads of orders, hand-written. */

const media = (apiUrl: string, json: string) =>
  `${json} -> 'id' AS id, ${json} -> 'filename' AS filename,
   '${apiUrl}/media/' || (${json} ->> 'storageKey') || '/' || (${json} ->> 'filename') AS url`;

const medium = (apiUrl: string, json: string) => object(media(apiUrl, json));

const frozenCity = (json: string) =>
  `CASE WHEN jsonb_typeof(${json}) = 'object' THEN ${object(
    `${json} -> 'id' AS id, ${frozenText(json, 'name')} AS name, ${sharedTags('city_id', `(${json} ->> 'id')::bigint`)} AS tags`,
  )} END`;

const bookedProduct = (apiUrl: string) =>
  object(`d.product -> 'id' AS id, ${frozenText('d.product', 'title')} AS title,
    ${frozenText('d.product', 'highlights')} AS highlights, ${frozenText('d.product', 'description')} AS description,
    ${frozenText('d.product', 'whatToBring')} AS what_to_bring, ${frozenText('d.product', 'knowBeforeYouGo')} AS know_before_you_go,
    CASE WHEN jsonb_typeof(d.supplier) = 'object' THEN ${object(
      `d.supplier -> 'id' AS id, d.supplier -> 'name' AS name, ${frozenText('d.supplier', 'description')} AS description,
       ${sharedTags('supplier_id', `(d.supplier ->> 'id')::bigint`)} AS tags,
       ${list('pe.name, pe.description', `supplier_permission sp JOIN permission pe ON pe.name = sp.permission_name WHERE sp.supplier_id = (d.supplier ->> 'id')::bigint ORDER BY pe.name`)} AS permissions`,
    )} END AS supplier,
    ${medium(apiUrl, `(d.product -> 'banner')`)} AS banner, ${medium(apiUrl, `(d.product -> 'thumbnail')`)} AS thumbnail,
    ${list(media(apiUrl, 'i.value'), `jsonb_array_elements(d.product -> 'images') WITH ORDINALITY i ORDER BY i.ordinality`)} AS images,
    ${list(`v.value -> 'videoCode' AS video_code, v.value -> 'type' AS type, v.value -> 'url' AS url`, `jsonb_array_elements(d.product -> 'videos') WITH ORDINALITY v ORDER BY v.ordinality`)} AS videos,
    ${list(
      `c.value -> 'id' AS id, ${frozenText('c.value', 'title')} AS title, ${sharedTags('category_id', `(c.value ->> 'id')::bigint`)} AS tags`,
      `jsonb_array_elements(d.product -> 'categories') WITH ORDINALITY c ORDER BY c.ordinality`,
    )} AS categories,
    d.product -> 'labels' AS labels, ${sharedTags('product_id', `(d.product ->> 'id')::bigint`)} AS tags,
    ${object(`d.product -> 'distributor' -> 'name' AS name`)} AS distributor`);

const LEVEL =
  object(`${frozenText('d.level', 'title')} AS title, ${frozenText('d.level', 'description')} AS description,
  ${frozenText('d.level', 'businessHours')} AS business_hours, d.level -> 'capacity' AS capacity,
  d.level -> 'pricingType' AS pricing_type, d.level -> 'hasPickup' AS has_pickup, d.level -> 'hasDropOff' AS has_drop_off,
  d.level -> 'hasTourGuide' AS has_tour_guide,
  ${object(`d.level -> 'durationTime' AS time, ${frozenText('d.level', 'durationDescription')} AS description`)} AS duration,
  d.level -> 'cutOffTime' AS cut_off_time, d.level -> 'availabilityType' AS availability_type,
  d.level -> 'offerTimeStart' AS offer_time_start, d.level -> 'offerTimeEnd' AS offer_time_end`);

const RATES = list(
  `r.value -> 'id' AS id, ${frozenText('r.value', 'title')} AS title, ${object(
    `${list(`p.value -> 'id' AS id, p.value -> 'time' AS time, p.value -> 'percentage' AS percentage`, `jsonb_array_elements(r.value -> 'penalties') WITH ORDINALITY p ORDER BY p.ordinality`)} AS penalties,
     ${frozenText('r.value', 'cancellationDescription')} AS description`,
  )} AS cancellation_policies`,
  'jsonb_array_elements(d.rates) WITH ORDINALITY r ORDER BY r.ordinality',
);

const STARTING_POINT = object(`trim_scale((d.place ->> 'latitude')::numeric)::text AS latitude,
      trim_scale((d.place ->> 'longitude')::numeric)::text AS longitude,
  d.place -> 'address' AS address, ${frozenCity(`(d.place -> 'city')`)} AS city,
  CASE WHEN jsonb_typeof(d.place -> 'country') = 'object' THEN ${object(
    `d.place -> 'country' -> 'id' AS id, ${frozenText(`(d.place -> 'country')`, 'name')} AS name, d.place -> 'country' -> 'code' AS code`,
  )} END AS country`);

const bookedDetails = (apiUrl: string) =>
  `CASE WHEN d.product IS NULL THEN '[]'::json ELSE ${object(
    `${bookedProduct(apiUrl)} AS product, ${LEVEL} AS service_level,
   ${object(`d.rate -> 'passExpirationDate' AS pass_expiration_date, d.rate -> 'passExpirationMinutesAfterBooking' AS pass_expiration_minutes_after_booking`)} AS rate,
   ${RATES} AS rates, ${STARTING_POINT} AS starting_point`,
  )} END AS booked_details`;

/**
 * Frozen details are decompressed once, by an operator without effect; OFFSET 0 keeps the planner from doing it again
 * for each member.
 */
const DETAILS = `CROSS JOIN LATERAL (
    SELECT f.frozen -> 'product' AS product, f.frozen -> 'serviceLevel' AS level, f.frozen -> 'rate' AS rate,
      f.frozen -> 'rates' AS rates, f.frozen -> 'startingPoint' AS place, f.frozen -> 'product' -> 'supplier' AS supplier
    FROM (SELECT o.booked_details #> '{}' AS frozen OFFSET 0) f OFFSET 0) d`;

const BOOKINGS = `${list(
  `b.id, b.status, ${prices('b', 'cu')} AS prices,
   ${object(`coalesce(b.departure_rate_id, b.availability_id) AS id, left(b.start_time::text, 5) AS start_time, b.date`)} AS availability,
   ${list(`s.passenger_id, s.status, ${prices('s', 'cs')} AS prices`, `booking_passenger s ${joinCurrency('s.currency_code', 'cs')} WHERE s.booking_id = b.id ORDER BY s.passenger_id`)} AS passengers`,
  `booking b ${joinCurrency('b.currency_code', 'cu')} WHERE b.order_id = o.id ORDER BY b.id`,
)} AS bookings`;

const PASSENGERS = `${list(
  `p.id, p.first_name, p.last_name, p.gender, p.phone_number, p.whatsapp_number, p.email, p.is_leader,
   CASE WHEN jsonb_typeof(p.price_category) = 'object' THEN ${object(
     `p.price_category -> 'id' AS id, ${frozenText('p.price_category', 'title')} AS title, p.price_category -> 'isDefault' AS is_default,
      p.price_category -> 'minimum' AS minimum, p.price_category -> 'maximum' AS maximum,
      ${object(`p.price_category -> 'ageMin' AS min, p.price_category -> 'ageMax' AS max`)} AS age_range`,
   )} END AS price_category`,
  'passenger p WHERE p.order_id = o.id ORDER BY p.is_leader DESC, p.position, p.id',
)} AS passengers`;

const SUPPLIER = one(
  `su.id, su.name, coalesce(su.translations -> $1::text ->> 'description', su.description) AS description, ${ownTags('supplier_id', 'su.id')} AS tags,
   ${list('pe.name, pe.description', 'supplier_permission sp JOIN permission pe ON pe.name = sp.permission_name WHERE sp.supplier_id = su.id ORDER BY pe.name')} AS permissions`,
  'supplier su WHERE su.id = o.supplier_id',
);

const bookedAt = `to_char(o.booked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS booked_at`;
const wallClock = (column: string) => `to_char(o.${column}, 'YYYY-MM-DD HH24:MI:SS')`;

/** A page of the list. @param ids the statement that finds the page's ids, in order */
export const orderPage = (apiUrl: string, ids: string) => `
  SELECT coalesce(json_agg(row_to_json(e)), '[]')::text FROM (
    SELECT o.id, ${ownTags('order_id', 'o.id')} AS tags, ${bookedAt}, ${BOOKINGS}, ${bookedDetails(apiUrl)},
      ${city('o.city_id')} AS city, ${SUPPLIER} AS supplier, ${PASSENGERS}, o.status, ${wallClock('starts_at_local')} AS starts_at
    FROM (SELECT id, row_number() OVER () AS position FROM (${ids}) f) page JOIN orders o ON o.id = page.id ${DETAILS}
    ORDER BY page.position) e`;

const transfer = (apiUrl: string, id: string) =>
  one(
    `t.id, t.date, left(t.time::text, 8) AS time, ${person(apiUrl, 't.driver_id')} AS driver,
     ${object(`${point('t.point_id')} AS point`)} AS location`,
    `transfer t WHERE t.id = ${id}`,
  );

/** One order in full, if the viewer may see it. @param which the condition that names it */
export const fullOrder = (apiUrl: string, which: string) => `
  SELECT row_to_json(e)::text FROM (
    SELECT o.id, ${wallClock('starts_at_local')} AS starts_at, ${wallClock('ends_at_local')} AS ends_at, o.reference_code, ${bookedAt},
      o.status, ${person(apiUrl, 'o.tour_guide_id')} AS tour_guide, ${person(apiUrl, 'o.issuer_id')} AS issuer,
      ${person(apiUrl, 'o.contact_person_id')} AS contact_person,
      ${one(`cl.id, cl.name, cl.description, ${ownTags('client_id', 'cl.id')} AS tags`, 'client cl WHERE cl.id = o.client_id')} AS client,
      ${object('trim_scale(o.vat_percentage) AS percentage, o.vat_type AS type')} AS vat, ${BOOKINGS}, ${PASSENGERS},
      ${transfer(apiUrl, 'o.pickup_id')} AS pickup, ${transfer(apiUrl, 'o.dropoff_id')} AS dropoff,
      ${list(`ti.id, ti.filename, '${apiUrl}/tickets/' || ti.address_key || '/' || ti.filename AS url`, 'ticket ti WHERE ti.order_id = o.id ORDER BY ti.id')} AS tickets,
      ${ownTags('order_id', 'o.id')} AS tags, ${bookedDetails(apiUrl)}, ${prices('o', 'cu', (name) => `total_${name}`)} AS total_prices
    FROM orders o ${joinCurrency('o.currency_code', 'cu')} ${DETAILS}
    WHERE ${which} AND o.viewers && $3) e`;
