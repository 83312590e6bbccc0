/*
 * Parts that several statements of the baseline share. Common parameters: $1 the language, $2 the viewer's
 * organizations; for orders, $3 the viewer's principals. Everything is written for the wire and for speed:
 * members in the order of the wire, one lookup for each object.
 */

/** An object of columns. */
export const object = (columns: string) => `(SELECT row_to_json(x) FROM (SELECT ${columns}) x)`;

/** An object of columns of a row, null if there is no row. */
export const one = (columns: string, from: string) => `(SELECT row_to_json(x) FROM (SELECT ${columns} FROM ${from}) x)`;

/** A list of objects; `from` ends with its ORDER BY. */
export const list = (columns: string, from: string) =>
  `(SELECT coalesce(json_agg(row_to_json(x)), '[]') FROM (SELECT ${columns} FROM ${from}) x)`;

/** A text of a row in the language of the request. */
export const text = (row: string, column: string, key = column) =>
  `coalesce(${row}.translations -> $1::text ->> '${key}', ${row}.${column})`;

/** A text of frozen JSON in the language of the request. */
export const frozenText = (json: string, key: string) =>
  `coalesce(nullif(${json} -> 'translations' -> $1::text -> '${key}', 'null'), ${json} -> '${key}')`;

/** Tags of a resource that only one organization tags. */
export const ownTags = (column: string, id: string) =>
  list('key, value', `tag WHERE ${column} = ${id} ORDER BY tag.id`);

/** Tags that the viewer's organizations set on a shared resource. */
export const sharedTags = (column: string, id: string) =>
  list('key, value', `tag WHERE ${column} = ${id} AND organization_id = ANY ($2) ORDER BY tag.id`);

export const currency = (row: string) => object(`${row}.code, ${row}.symbol, ${row}.name`);

/** The three prices of a row, in a currency that is joined to it. */
export function prices(row: string, joined: string, column = (name: string) => name): string {
  const amount = (name: string) =>
    `CASE WHEN ${row}.${column(name)} IS NOT NULL THEN ${object(
      `trim_scale(${row}.${column(name)}) AS amount, ${joined}.json AS currency`,
    )} END AS ${name}`;
  return object(`${amount('original')}, ${amount('agent')}, ${amount('sold')}`);
}

/** A currency, serialized once for all its amounts. */
export const joinCurrency = (code: string, as: string) =>
  `CROSS JOIN LATERAL (SELECT ${currency('u')} AS json FROM currency u WHERE u.code = ${code} OFFSET 0) ${as}`;

export const media = (apiUrl: string, row: string) =>
  `${row}.id, ${row}.filename, '${apiUrl}/media/' || ${row}.storage_key || '/' || ${row}.filename AS url`;

export const person = (apiUrl: string, id: string) =>
  one(
    `u.id, u.name, CASE WHEN m.id IS NULL THEN '${apiUrl}/avatars/' || u.id || '.svg'
       ELSE '${apiUrl}/media/' || m.storage_key || '/' || m.filename END AS profile_photo_url,
     ${sharedTags('user_id', 'u.id')} AS tags`,
    `"user" u LEFT JOIN media m ON m.id = u.photo_id WHERE u.id = ${id}`,
  );

const COUNTRY = object(`co.id, ${text('co', 'name')} AS name, co.code`);

/** A city with its country, both joined. */
const CITY = object(
  `ci.id, ${text('ci', 'name')} AS name, ${COUNTRY} AS country, ${sharedTags('city_id', 'ci.id')} AS tags`,
);

export const city = (id: string) =>
  `(SELECT ${CITY} FROM city ci JOIN country co ON co.id = ci.country_id WHERE ci.id = ${id})`;

const POINT = `pt.id, trim_scale(pt.latitude)::text AS latitude, trim_scale(pt.longitude)::text AS longitude, pt.address, ${CITY} AS city`;
const POINT_TABLES = 'point pt JOIN city ci ON ci.id = pt.city_id JOIN country co ON co.id = ci.country_id';

export const point = (id: string) => one(POINT, `${POINT_TABLES} WHERE pt.id = ${id}`);

export const points = (joining: string) =>
  list(POINT, `${joining} JOIN (${POINT_TABLES}) ON pt.id = link.point_id ORDER BY link.position`);

export const organization = (id: string) =>
  one(
    `og.id, og.name, ${currency('cu')} AS currency,
     ${list(
       'ol.language_code AS code, l.name, ol.is_default',
       `organization_language ol JOIN language l ON l.code = ol.language_code WHERE ol.organization_id = og.id
        ORDER BY ol.is_default DESC, ol.position, ol.language_code`,
     )} AS languages`,
    `organization og JOIN currency cu ON cu.code = og.currency_code WHERE og.id = ${id}`,
  );

export const categories = (product: string) =>
  list(
    `ca.id, ${text('ca', 'title')} AS title, ${sharedTags('category_id', 'ca.id')} AS tags`,
    `product_category pc JOIN category ca ON ca.id = pc.category_id WHERE pc.product_id = ${product} ORDER BY ca.id`,
  );

export const images = (apiUrl: string, product: string) =>
  list(
    media(apiUrl, 'm'),
    `product_image pi JOIN media m ON m.id = pi.media_id WHERE pi.product_id = ${product} ORDER BY pi.position`,
  );

export const medium = (apiUrl: string, id: string) => one(media(apiUrl, 'm'), `media m WHERE m.id = ${id}`);

/** A price category: a row. */
export const PRICE_CATEGORY = `pc.id, ${text('pc', 'title')} AS title, pc.is_default, pc.minimum, pc.maximum,
  ${object('pc.age_min AS min, pc.age_max AS max')} AS age_range`;
