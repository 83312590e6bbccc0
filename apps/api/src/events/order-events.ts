import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Actor } from '@channel/auth';
import {
  answerOperation,
  type Context,
  createLoaders,
  type OperationAnswer,
  type OrderChanged,
  type OrderEvent,
  readRows,
} from '@channel/graph';
import type { PrismaClient, Tx } from '@channel/prisma';
import { type NewEvent, recordEvents } from '@channel/webhooks';
import { loadOperation } from 'graphql-rest-router';
import { systemUserId } from './system-user.ts';

/** The kind that the specification names, for what staff send to try an endpoint. */
const USUAL_KIND = 'order-updated';

/** What the bodies of events are made from: `data` is an entry of `orders`, `meta.user` is `user`. */
export const orderUpdated = loadOperation(
  readFileSync(new URL('order-updated.graphql', import.meta.url), 'utf8'),
  graphqlFiles(new URL('../v1/fragments/', import.meta.url)),
);

function graphqlFiles(folder: URL): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return names.map((name) => readFileSync(new URL(name, folder), 'utf8'));
}

/** Orders of which events are made and written together: the bodies of many more would hold the process for long. */
const FEW = 100;

/**
 * Tells receivers of webhooks, and everybody who watches, of changes of orders: the events are written, with their bodies
 * frozen, in the transaction of the changes. Which operation emits which kind is the operator's setting.
 */
export const emit: Context['emit'] = async (tx, context, changes) => {
  for (const [organizationId, orders] of byOrganization(changes))
    for (let start = 0; start < orders.length; start += FEW)
      await emitFew(tx, context, organizationId, orders.slice(start, start + FEW));
};

async function emitFew(tx: Tx, context: Context, organizationId: number, changes: OrderChanged[]): Promise<void> {
  const kinds: Record<string, string | undefined> = context.settings.eventKinds;
  const notified = changes.filter(({ operation }) => kinds[operation] !== undefined);
  const bodies = await bodiesOf(tx, context, organizationId, notified);
  const { actorId, requestId, createdAt } = bodies;
  const events = notified.map(({ operation, orderId, version }): NewEvent => {
    const id = randomUUID();
    const kind = kinds[operation] ?? '';
    const payload = envelope(bodies, { id, kind, orderId });
    return { id, organizationId, orderId, sequence: version, kind, actorId, requestId, createdAt, payload };
  });
  await recordEvents(tx, events, changes);
}

/** The event that would tell of a change of an order as it stands now. */
export const describe: Context['describe'] = async (tx, context, { orderId, organizationId }): Promise<OrderEvent> => {
  const id = randomUUID();
  const kind = context.settings.eventKinds.update ?? USUAL_KIND;
  const bodies = await bodiesOf(tx, context, organizationId, [{ orderId }]);
  return { id, kind, body: envelope(bodies, { id, kind, orderId }) };
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

type Bodies = {
  createdAt: Date;
  actorId: number;
  requestId: string;
  user: unknown;
  /** The `data` of each order, by its id. */
  data: Map<number, unknown>;
};

/**
 * What events about orders of one organization carry: seen by that organization and in its language, whoever acts. One
 * execution for all of them.
 */
async function bodiesOf(
  tx: PrismaClient | Tx,
  context: Context,
  organizationId: number,
  orders: { orderId: number }[],
): Promise<Bodies> {
  const { now: createdAt, requestId } = context;
  const actorId = context.actor?.userId || (await systemUserId(tx));
  const none: Bodies = { createdAt, actorId, requestId, user: null, data: new Map() };
  if (orders.length === 0) return none;
  const actor = await viewOf(tx, context, organizationId);
  const view: Context = {
    ...context,
    db: tx,
    actor,
    door: 'system',
    lang: actor.roles[0]?.languages[0] ?? context.settings.defaultLanguage,
    loaders: createLoaders(tx),
  };
  const ids = orders.map(({ orderId }) => orderId);
  const { orders: printed, user } = dataOf(
    await answerOperation(orderUpdated.document, { ids, userId: actorId }, view),
  );
  if (printed.length !== orders.length) throw new Error('an order changed that its organization does not see');
  return { ...none, user, data: new Map(printed.map((order) => [order.id, order])) };
}

function dataOf(answer: OperationAnswer): { orders: { id: number }[]; user: unknown } {
  // The document says what the data is.
  if ('json' in answer)
    return { orders: JSON.parse(String(answer.json.orders)), user: JSON.parse(String(answer.json.user)) };
  if (answer.errors?.[0]) throw answer.errors[0];
  return answer.data as ReturnType<typeof dataOf>;
}

/** The organization itself, as somebody who sees all of its orders and nothing else. */
async function viewOf(tx: PrismaClient | Tx, { actor, settings }: Context, organizationId: number): Promise<Actor> {
  // Who acts in the organization brings along what is known of it.
  const role = actor?.roles.find((each) => each.organizationId === organizationId);
  const { timeZone, currencyCode, languages } = role ?? (await traitsOf(tx, organizationId));
  return {
    userId: 0,
    name: 'System',
    isSystem: true,
    clientIds: [],
    roles: [
      {
        id: 0,
        name: 'System',
        organizationId,
        timeZone,
        currencyCode,
        languages,
        clientId: null,
        permissions: [settings.permissions.allOrders],
      },
    ],
  };
}

/** The clock, the currency and the languages (the default one first) of an organization. */
async function traitsOf(tx: PrismaClient | Tx, id: number) {
  const [organization] = await readRows(tx, 'Organization', {
    where: { id },
    select: {
      timeZone: true,
      currencyCode: true,
      languages: { orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { languageCode: 'asc' }] },
    },
  });
  if (!organization) throw new Error(`there is no organization ${id}`);
  return { ...organization, languages: organization.languages.map(({ languageCode }) => languageCode) };
}

/** The specification's envelope (section Events), member by member. */
function envelope(
  { createdAt, user, data }: Bodies,
  { id, kind, orderId }: { id: string; kind: string; orderId: number },
) {
  return JSON.stringify({
    id,
    event: kind,
    created_at: createdAt.toISOString().slice(0, 19).replace('T', ' '),
    data: data.get(orderId),
    meta: { user },
  });
}
