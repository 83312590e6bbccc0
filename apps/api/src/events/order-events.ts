import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Actor } from '@channel/auth';
import { type Context, createLoaders, type OrderChanged, type OrderEvent, readRows, statementOf } from '@channel/graph';
import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import { type NewEvent, recordEvents } from '@channel/webhooks';
import { loadOperation } from 'graphql-rest-router';
import { systemUserId } from './system-user.ts';

/** The kind that the specification names, for test events of staff. */
const USUAL_KIND = 'order-updated';

/** The document of event bodies: `data` is an entry of `orders`, `meta.user` is `user`. */
export const orderUpdated = loadOperation(
  readFileSync(new URL('order-updated.graphql', import.meta.url), 'utf8'),
  graphqlFiles(new URL('../v1/fragments/', import.meta.url)),
);

function graphqlFiles(folder: URL): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return names.map((name) => readFileSync(new URL(name, folder), 'utf8'));
}

/** Orders whose events are written together: the bodies of many more would take the database too long. */
const FEW = 100;

/**
 * Announces changes of orders to webhook receivers and to live views: the events, with their frozen bodies, are written
 * in the transaction of the changes. The operator's settings say which operation emits which kind. The database makes
 * the bodies: orders with hundreds of long tags would block the event loop.
 */
export const emit: Context['emit'] = async (tx, context, changes) => {
  for (const [organizationId, orders] of byOrganization(changes))
    for (let start = 0; start < orders.length; start += FEW)
      await emitFew(tx, context, organizationId, orders.slice(start, start + FEW));
};

async function emitFew(tx: Tx, context: Context, organizationId: number, changes: OrderChanged[]): Promise<void> {
  const kinds: Record<string, string | undefined> = context.settings.eventKinds;
  const actorId = await actorIdOf(tx, context);
  const { requestId, traceparent, now: createdAt } = context;
  const events = changes.flatMap(({ operation, orderId, version }): NewEvent[] => {
    const kind = kinds[operation];
    if (kind === undefined) return [];
    const by = { actorId, requestId, traceparent };
    return [{ id: randomUUID(), organizationId, orderId, sequence: version, kind, ...by, createdAt }];
  });
  const payloads = await payloadsOf(tx, context, { organizationId, actorId }, events);
  await recordEvents(tx, events, payloads, changes);
}

/** The event that would announce a change of an order in its current state. */
export const describe: Context['describe'] = async (tx, context, { orderId, organizationId }): Promise<OrderEvent> => {
  const id = randomUUID();
  const kind = context.settings.eventKinds.update ?? USUAL_KIND;
  const actorId = await actorIdOf(tx, context);
  const payloads = await payloadsOf(tx, context, { organizationId, actorId }, [{ id, kind, orderId }]);
  const [row] = await tx.$queryRaw<{ payload: string }[]>(payloads);
  if (!row) throw new Error('the order is not visible to its own organization');
  return { id, kind, body: row.payload };
};

function byOrganization(changes: OrderChanged[]): Map<number, OrderChanged[]> {
  const groups = new Map<number, OrderChanged[]>();
  for (const change of changes) {
    const group = groups.get(change.organizationId);
    if (group) group.push(change);
    else groups.set(change.organizationId, [change]);
  }
  return groups;
}

const actorIdOf = async (tx: PrismaClient | Tx, { actor }: Context) => actor?.userId || (await systemUserId(tx));

/**
 * The bodies of events about orders of one organization, as a query (id, payload): with that organization's visibility
 * and language, whoever makes the change. An order that the organization does not see has no row.
 */
async function payloadsOf(
  tx: PrismaClient | Tx,
  context: Context,
  { organizationId, actorId }: { organizationId: number; actorId: number },
  events: readonly { id: string; kind: string; orderId: number }[],
): Promise<Prisma.Sql> {
  if (events.length === 0) return Prisma.empty;
  const actor = await viewOf(tx, context, organizationId);
  const view: Context = {
    ...context,
    db: tx,
    actor,
    channel: 'system',
    lang: actor.roles[0]?.languages[0] ?? context.settings.defaultLanguage,
    loaders: createLoaders(tx),
  };
  const ids = events.map(({ orderId }) => orderId);
  const statement = await statementOf(orderUpdated.document, { ids, userId: actorId }, view);
  const created_at = context.now.toISOString().slice(0, 19).replace('T', ' ');
  const begun = events.map(({ id, kind }) => JSON.stringify({ id, event: kind, created_at }).slice(0, -1));
  // The specification's envelope (section Events), member by member.
  return Prisma.sql`
    WITH answer AS MATERIALIZED (SELECT "0"::json AS orders, "1" AS acting FROM (${statement}) AS found)
    SELECT event.id, event.begun || ',"data":' || data::text || ',"meta":{"user":' || answer.acting || '}}' AS payload
    FROM answer CROSS JOIN LATERAL json_array_elements(answer.orders) AS data
    JOIN unnest(${events.map(({ id }) => id)}::uuid[], ${ids}::bigint[], ${begun}::text[]) AS event (id, order_id, begun)
      ON event.order_id = (data ->> 'id')::bigint`;
}

/** An actor for the organization itself, who sees all of its orders and nothing else. */
async function viewOf(tx: PrismaClient | Tx, { actor, settings }: Context, organizationId: number): Promise<Actor> {
  // An actor of the organization already has its role data.
  const role = actor?.roles.find((each) => each.organizationId === organizationId);
  const { timeZone, currencyCode, languages } = role ?? (await traitsOf(tx, organizationId));
  return {
    userId: 0,
    name: 'System',
    isSystem: true,
    service: null,
    clientIds: [],
    roles: [
      {
        id: 0,
        name: 'System',
        organizationId,
        timeZone,
        currencyCode,
        languages,
        requestQuota: null,
        clientId: null,
        permissions: [settings.permissions.allOrders],
      },
    ],
  };
}

/** The time zone, the currency and the languages (the default one first) of an organization. */
async function traitsOf(tx: PrismaClient | Tx, id: number) {
  const [organization] = await readRows(tx, 'Organization', {
    where: { id },
    select: {
      timeZone: true,
      currencyCode: true,
      languages: { orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { languageCode: 'asc' }] },
    },
  });
  if (!organization) throw new Error(`The organization ${id} does not exist.`);
  return { ...organization, languages: organization.languages.map(({ languageCode }) => languageCode) };
}
