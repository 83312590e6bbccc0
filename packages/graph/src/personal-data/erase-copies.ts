import { Prisma, type Tx } from '@channel/prisma';
import { eraseBodies } from '@channel/webhooks';
import { ERASED, naming } from './erased-values.ts';

type Place = { orderId: number; organizationId: number };

/** Whether a record without orders shows one: earlier releases did not store them. */
const shownIn = (
  orderId: number,
) => Prisma.sql`CASE WHEN body ~ ${`^\\{.*"id": ?${orderId}[,}]`} THEN jsonb_path_exists(body::jsonb,
    '$.data[*] ? (@.id == $id && exists(@.passengers))', jsonb_build_object('id', ${orderId}::bigint)) ELSE false END`;

/**
 * Erases the stored answers to writes with an idempotency key that show the order. A repetition of such a request is
 * refused, so that nothing is booked twice.
 *
 * @returns the number of erased answers
 */
export const eraseAnswersOf = (tx: Tx, { orderId }: Place): Promise<number> =>
  erasedAnswers(tx, Prisma.sql`${orderId} = ANY (order_ids) OR order_ids = '{}' AND ${shownIn(orderId)}`);

/**
 * The same for answers that hold one of the values as a text or number of their JSON, as far as no order of them is known.
 * Keys stay until they expire, also those with a name: without its record, a repetition would be executed once more.
 *
 * @returns the number of erased answers
 */
export async function eraseAnswersWith(tx: Tx, { organizationId }: Place, values: readonly string[]): Promise<number> {
  const texts = values.map((value) => JSON.stringify(value));
  const numbers = values.filter((value) => /^-?\d[\d.]{4,}$/.test(value)).map((value) => `:${value}`);
  const users = Prisma.sql`user_id IN (SELECT ur.user_id FROM user_role ur JOIN role r ON r.id = ur.role_id WHERE r.organization_id = ${organizationId})`;
  const held = Prisma.sql`${users} AND EXISTS (SELECT FROM unnest(${[...texts, ...numbers]}::text[]) AS value WHERE position(value IN body) > 0)`;
  return erasedAnswers(tx, Prisma.sql`order_ids = '{}' AND ${held}`);
}

/** Without its hash, a record fits no request. */
const erasedAnswers = (tx: Tx, where: Prisma.Sql): Promise<number> => tx.$executeRaw`
  UPDATE idempotency_record SET request_hash = '', headers = '{}', body = '' WHERE body <> '' AND (${where})`;

const MAX_VIEWS = 10_000;

/**
 * Erases the names and filters of saved views that hold one of the values.
 *
 * @returns the ids of the erased views, and of those that held one of the values earlier: the audit log still has them
 */
export async function eraseViews(
  tx: Tx,
  { organizationId }: Place,
  values: readonly string[],
): Promise<{ views: number; ids: number[] }> {
  const views = await tx.savedView.findMany({
    where: { organizationId },
    select: { id: true, name: true, query: true },
    orderBy: { id: 'asc' },
    take: MAX_VIEWS,
  });
  const has = naming(values);
  const found = views.filter(({ name, query }) => has(name) || has(readable(query)));
  for (const { id, name, query } of found) {
    const data = {
      ...(has(name) ? { name: `${ERASED} ${id}` } : {}),
      ...(has(readable(query)) ? { query: '' } : {}),
    };
    await tx.savedView.update({ where: { id }, data, select: { id: true } });
  }
  const recorded = await tx.$queryRaw<{ id: number; name: string; query: string }[]>`
    SELECT DISTINCT a.entity_id AS id, coalesce(side.members ->> 'name', '') AS name, coalesce(side.members ->> 'query', '') AS query
    FROM audit_entry a CROSS JOIN LATERAL (VALUES (a.before), (a.after)) AS side (members)
    WHERE a.entity = 'saved-view' AND a.organization_id = ${organizationId} AND a.entity_id IS NOT NULL`;
  const former = recorded.filter(({ name, query }) => has(name) || has(readable(query)));
  return { views: found.length, ids: [...new Set([...found, ...former].map(({ id }) => id))] };
}

/** The values of a query string, without its encoding. */
const readable = (query: string): string => [...new URLSearchParams(query).values()].join('\n');

/**
 * Erases the bodies of the events of an order and the answers of their receivers; deliveries that are pending end.
 *
 * @param before only of events of versions of the order before this one; left out: all
 * @returns the number of erased events
 */
export async function eraseEvents(tx: Tx, { orderId }: Place, now: Date, before?: number): Promise<number> {
  const where = {
    orderId,
    ...(before === undefined ? {} : { sequence: { lt: before } }),
    OR: [{ payload: { not: null } }, { deliveries: { some: { attempts: { some: ANSWERED } } } }],
  };
  const events = await tx.webhookEvent.findMany({ where, select: { id: true } });
  if (events.length === 0) return 0;
  return eraseBodies(
    tx,
    events.map(({ id }) => id),
    now,
  );
}

const ANSWERED = { OR: [{ responseBody: { not: null } }, { responseHeaders: { not: Prisma.DbNull } }] };
