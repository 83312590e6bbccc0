import type { Prisma, PrismaClient } from '@channel/prisma';

/** Part of every text of the other organization; no other text contains it. */
export const CANARY = 'zzcanary';

const own = 'organization_id = $1';
const products = `product_id IN (SELECT id FROM product WHERE ${own})`;
const levels = `service_level_id IN (SELECT id FROM service_level WHERE ${products})`;
const orders = `order_id IN (SELECT id FROM orders WHERE ${own})`;

/** Tables whose rows belong to an organization: the condition for its rows, and the columns with its own texts. */
const OWNED: Record<string, { rows: string; texts: string[] }> = {
  client: { rows: own, texts: ['name', 'description'] },
  media: {
    rows: `id IN (SELECT media_id FROM product_image WHERE ${products}) OR id IN (SELECT photo_id FROM "user" WHERE
      id IN (SELECT user_id FROM user_role JOIN role ON role.id = role_id WHERE ${own}))`,
    texts: ['filename'],
  },
  orders: { rows: own, texts: ['reference_code'] },
  organization: { rows: 'id = $1', texts: ['name'] },
  passenger: {
    rows: orders,
    texts: ['first_name', 'last_name', 'email', 'gender', 'phone_number', 'phone_country_code', 'whatsapp_number'],
  },
  point: {
    rows: `${own} OR id IN (SELECT location_id FROM product WHERE ${own}) OR id IN (SELECT point_id FROM product_point WHERE
      ${products}) OR id IN (SELECT point_id FROM pickup_place JOIN pickup_options o ON o.id = pickup_options_id WHERE ${levels})`,
    texts: ['address'],
  },
  price_category: { rows: levels, texts: ['title', 'translations'] },
  product: {
    rows: own,
    texts: [
      'title',
      'short_description',
      'description',
      'know_before_you_go',
      'what_to_bring',
      'ticket_title',
      'ticket_message',
      'highlights',
      'labels',
      'translations',
    ],
  },
  product_video: { rows: products, texts: ['video_code', 'url', 'type'] },
  rate: { rows: levels, texts: ['title', 'cancellation_description', 'translations'] },
  role: { rows: own, texts: ['name', 'description'] },
  service_level: {
    rows: products,
    texts: ['title', 'description', 'business_hours', 'duration_description', 'translations'],
  },
  supplier: { rows: own, texts: ['name', 'description', 'translations'] },
  tag: { rows: own, texts: ['key', 'value'] },
  ticket: { rows: orders, texts: ['filename'] },
  user: {
    rows: `id IN (SELECT user_id FROM user_role JOIN role ON role.id = role_id WHERE ${own})`,
    texts: ['name', 'email', 'username'],
  },
};

/** Text columns without an organization's own texts: enumerations, shared data, public names, keys, hashes, logs. */
const NOT_PLANTED: Record<string, string[]> = {
  _prisma_migrations: ['logs', 'id', 'checksum', 'migration_name'],
  audit_entry: ['after', 'before', 'action', 'request_id', 'entity'],
  auth_session: ['id'],
  batch: ['change', 'request_id'],
  batch_row: ['change', 'changes', 'reason'],
  booking: ['currency_code'],
  booking_passenger: ['currency_code'],
  category: ['title', 'translations'],
  city: ['time_zone', 'name', 'translations'],
  country: ['translations', 'code', 'name'],
  currency: ['symbol', 'name', 'code'],
  dispatch_move: ['change', 'before'],
  idempotency_record: ['key', 'headers', 'body'],
  imported_record: ['kind', 'key'],
  language: ['name', 'code'],
  media: ['content_type', 'storage_key'],
  order_search: ['document', 'symbols'],
  orders: ['vat_type', 'booked_details', 'currency_code', 'viewers', 'time_zone', 'leader_sort', 'product_sort'],
  organization: ['currency_code', 'time_zone', 'vat_type'],
  organization_language: ['language_code'],
  passenger: ['full_name', 'price_category'],
  permission: ['name', 'description'],
  pickup_options: ['type'],
  product_currency: ['currency_code'],
  rate_price: ['currency_code'],
  role_permission: ['permission_name'],
  saved_view: ['page', 'name', 'query'],
  service_level: ['pricing_type', 'availability_type'],
  supplier_permission: ['permission_name'],
  system_state: ['key', 'value'],
  tag: ['value_text'],
  ticket: ['address_key'],
  token_family: ['revoked_reason'],
  user: ['password_hash'],
  webhook_attempt: ['response_body', 'url', 'error', 'response_headers', 'request_headers'],
  webhook_delivery: ['reason'],
  webhook_endpoint: ['url', 'description', 'disabled_reason'],
  webhook_event: ['request_id', 'kind', 'payload'],
};

const TEXT_TYPES = ['text', 'varchar', 'bpchar', '_text', 'jsonb', 'json'];

/** Text columns that neither table above names: a new column must be added to one of them. */
export async function unknownColumns(db: PrismaClient): Promise<string[]> {
  const columns = await db.$queryRaw<{ table: string; column: string }[]>`
    SELECT c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.udt_name = ANY (${TEXT_TYPES})`;
  return columns
    .filter(({ table, column }) => ![...(OWNED[table]?.texts ?? []), ...(NOT_PLANTED[table] ?? [])].includes(column))
    .map(({ table, column }) => `${table}.${column}`);
}

/**
 * Writes canaries into every text of an organization, also into the texts frozen in orders. Every row gets a different
 * text, so that the source of a leak can be found.
 */
export async function plantCanaries(db: PrismaClient, organizationId: number): Promise<void> {
  const types = await db.$queryRaw<{ table: string; column: string; type: string }[]>`
    SELECT table_name AS table, column_name AS column, udt_name AS type FROM information_schema.columns
    WHERE table_schema = 'public'`;
  for (const [table, { rows, texts }] of Object.entries(OWNED)) {
    const set = texts.map((column) => {
      const type = types.find((each) => each.table === table && each.column === column)?.type ?? '';
      return `${column} = ${planted(table, column, type)}`;
    });
    await db.$executeRawUnsafe(`UPDATE "${table}" SET ${set.join(', ')} WHERE ${rows}`, organizationId);
  }
  for (const { id, bookedDetails } of await db.order.findMany({ where: { organizationId } })) {
    await db.order.update({ where: { id }, data: { bookedDetails: frozen(bookedDetails) as Prisma.InputJsonValue } });
  }
}

/** An SQL expression for the canary of a row and column. */
function planted(table: string, column: string, type: string): string {
  const text = `'${CANARY}.${table}.${column}.' || id`;
  if (column === 'email') return `${text} || '@canary.example'`;
  if (column === 'filename') return `${text} || '.svg'`;
  if (column === 'value') return `to_jsonb(${text})`;
  if (column === 'translations') {
    const members = ['title', 'name', 'description', 'cancellationDescription'].map((key) => `'${key}', ${text}`);
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
