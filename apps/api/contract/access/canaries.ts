import type { Prisma, PrismaClient } from '@channel/prisma';

/** Part of every text of the other organization; no other text contains it. */
export const CANARY = 'zzcanary';

const own = 'organization_id = $1';
const products = `product_id IN (SELECT id FROM product WHERE ${own})`;
const levels = `service_level_id IN (SELECT id FROM service_level WHERE ${products})`;
const orders = `order_id IN (SELECT id FROM orders WHERE ${own})`;

/**
 * Tables whose rows belong to an organization, with the condition for its rows. Canaries are planted in all of their
 * text columns but those of `NOT_PLANTED`.
 */
const OWNED: Record<string, string> = {
  absence: own,
  client: own,
  media: `id IN (SELECT media_id FROM product_image WHERE ${products}) OR id IN (SELECT photo_id FROM "user" WHERE
    id IN (SELECT user_id FROM user_role JOIN role ON role.id = role_id WHERE ${own}))`,
  order_note: orders,
  orders: own,
  organization: 'id = $1',
  passenger: orders,
  point: `${own} OR id IN (SELECT location_id FROM product WHERE ${own}) OR id IN (SELECT point_id FROM product_point WHERE
    ${products}) OR id IN (SELECT point_id FROM pickup_place JOIN pickup_options o ON o.id = pickup_options_id WHERE ${levels})`,
  price_category: levels,
  product: own,
  product_video: products,
  rate: levels,
  role: own,
  service_level: products,
  supplier: own,
  tag: own,
  ticket: orders,
  user: `id IN (SELECT user_id FROM user_role JOIN role ON role.id = role_id WHERE ${own})`,
};

/** Tables whose rows all organizations share. */
const SHARED = ['category', 'city', 'country', 'currency', 'language', 'permission'];

/** Text columns without an organization's own texts: enumerations, keys, hashes, derived texts, logs. */
const NOT_PLANTED: Record<string, string[]> = {
  _prisma_migrations: ['logs', 'id', 'checksum', 'migration_name'],
  audit_entry: ['after', 'before', 'action', 'request_id', 'entity'],
  auth_session: ['id'],
  backup_report: ['text'],
  batch: ['change', 'request_id'],
  batch_row: ['change', 'changes', 'clashes', 'reason'],
  booking: ['currency_code'],
  booking_passenger: ['currency_code'],
  change_stamp: ['name'],
  crew_job: ['reason', 'title', 'seen_digest', 'appointment'],
  crew_job_change: ['reason'],
  dispatch_move: ['change', 'before'],
  idempotency_record: ['key', 'headers', 'body'],
  imported_record: ['kind', 'key'],
  mail: ['recipient', 'notice_key'],
  media: ['content_type', 'storage_key'],
  openid_link: ['issuer', 'subject'],
  order_note: ['key'],
  order_search: ['document', 'symbols'],
  orders: ['key', 'vat_type', 'booked_details', 'currency_code', 'viewers', 'time_zone', 'leader_sort', 'product_sort'],
  organization: ['currency_code', 'time_zone', 'vat_type'],
  personal_data_erasure: ['request_id', 'copies_after'],
  organization_language: ['language_code'],
  passenger: ['full_name', 'price_category'],
  pickup_options: ['type'],
  product_currency: ['currency_code'],
  quota_use: ['key'],
  rate_price: ['currency_code'],
  role_permission: ['permission_name'],
  saved_view: ['page', 'name', 'query'],
  service_level: ['pricing_type', 'availability_type'],
  sequenced_change: ['parts'],
  service_account: ['description', 'scopes', 'address_ranges'],
  service_token: ['name'],
  unsequenced_change: ['part'],
  supplier_permission: ['permission_name'],
  system_state: ['key', 'value'],
  tag: ['value_text'],
  ticket: ['address_key'],
  token_family: ['revoked_reason'],
  user: ['language', 'password_hash'],
  webhook_attempt: ['response_body', 'url', 'error', 'response_headers', 'request_headers'],
  webhook_delivery: ['reason'],
  webhook_endpoint: ['url', 'description', 'disabled_reason'],
  webhook_event: ['request_id', 'traceparent', 'kind', 'payload'],
};

const TEXT_TYPES = ['text', 'varchar', 'bpchar', '_text', 'jsonb', 'json'];

type Column = { table: string; column: string; type: string };

/** All text columns that must have canaries. */
async function columnsToPlant(db: PrismaClient): Promise<Column[]> {
  const columns = await db.$queryRaw<Column[]>`
    SELECT c.table_name AS table, c.column_name AS column, c.udt_name AS type
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.udt_name = ANY (${TEXT_TYPES})`;
  return columns.filter(({ table, column }) => !SHARED.includes(table) && !NOT_PLANTED[table]?.includes(column));
}

/** Text columns without a canary: those of a new table, which must be added to `OWNED`, `SHARED` or `NOT_PLANTED`. */
export async function columnsWithoutCanary(db: PrismaClient): Promise<string[]> {
  const without: string[] = [];
  for (const { table, column } of await columnsToPlant(db)) {
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `SELECT FROM "${table}" WHERE "${column}"::text LIKE '%${CANARY}%' LIMIT 1`,
    );
    if (rows.length === 0) without.push(`${table}.${column}`);
  }
  return without;
}

/**
 * Writes canaries into every text of an organization, also into the texts frozen in orders. Every row gets a different
 * text, so that the source of a leak can be found.
 */
export async function plantCanaries(db: PrismaClient, organizationId: number): Promise<void> {
  const columns = await columnsToPlant(db);
  for (const [table, rows] of Object.entries(OWNED)) {
    const texts = columns.filter((each) => each.table === table);
    const set = texts.map((each) => `${each.column} = ${planted(each, texts)}`);
    await db.$executeRawUnsafe(`UPDATE "${table}" SET ${set.join(', ')} WHERE ${rows}`, organizationId);
  }
  for (const { id, bookedDetails } of await db.order.findMany({ where: { organizationId } })) {
    await db.order.update({ where: { id }, data: { bookedDetails: frozen(bookedDetails) as Prisma.InputJsonValue } });
  }
}

const camelCase = (column: string) => column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** An SQL expression for the canary of a row and column; `texts` are all planted columns of its table. */
function planted({ table, column, type }: Column, texts: readonly Column[]): string {
  const text = `'${CANARY}.${table}.${column}.' || id`;
  if (column === 'email') return `${text} || '@canary.example'`;
  if (column === 'filename') return `${text} || '.svg'`;
  if (column === 'value') return `to_jsonb(${text})`;
  if (column === 'translations') {
    const members = texts
      .filter((each) => each.column !== column)
      .map((each) => `'${camelCase(each.column)}', ${each.type === '_text' ? `jsonb_build_array(${text})` : text}`);
    return `jsonb_build_object('nl', jsonb_build_object(${members}), 'de', jsonb_build_object(${members}))`;
  }
  return type === '_text' ? `ARRAY[${text}]` : text;
}

const isWord = (text: string) => /^([a-z_]+|\d.*|[A-Za-z]{2,3}|[0-9a-f]{64})$/.test(text);

/** The details that were frozen at booking, with canaries in all their texts. */
function frozen(value: unknown): unknown {
  if (typeof value === 'string') return isWord(value) ? value : `${CANARY}.frozen.svg`;
  if (Array.isArray(value)) return value.map(frozen);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, frozen(inner)]));
}
