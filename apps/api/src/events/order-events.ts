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

/** Orders whose events are built and written together: the bodies of many more would block the event loop. */
const FEW = 100;

/**
 * Announces changes of orders to webhook receivers and to live views: the events, with their frozen bodies, are written
 * in the transaction of the changes. The operator's settings say which operation emits which kind.
 */
export const emit: Context['emit'] = async (tx, context, changes) => {
  for (const [organizationId, orders] of byOrganization(changes))
    for (let start = 0; start < orders.length; start += FEW)
      await emitFew(tx, context, organizationId, orders.slice(start, start + FEW));
};

async function emitFew(tx: Tx, context: Context, organizationId: number, changes: OrderChanged[]): Promise<void> {
  const kinds: Record<string, string | undefined> = context.settings.eventKinds;
  const emitted = changes.filter(({ operation }) => kinds[operation] !== undefined);
  const bodies = await bodiesOf(tx, context, organizationId, emitted);
  const { actorId, requestId, createdAt } = bodies;
  const events = emitted.map(({ operation, orderId, version }): NewEvent => {
    const id = randomUUID();
    const kind = kinds[operation] ?? '';
    const payload = envelope(bodies, { id, kind, orderId });
    return { id, organizationId, orderId, sequence: version, kind, actorId, requestId, createdAt, payload };
  });
  await recordEvents(tx, events, changes);
}

/** The event that would announce a change of an order in its current state. */
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
 * The bodies of events about orders of one organization: with that organization's visibility and language, whoever
 * makes the change. One execution for all of them.
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
    channel: 'system',
    lang: actor.roles[0]?.languages[0] ?? context.settings.defaultLanguage,
    loaders: createLoaders(tx),
  };
  const ids = orders.map(({ orderId }) => orderId);
  const { orders: printed, user } = dataOf(
    await answerOperation(orderUpdated.document, { ids, userId: actorId }, view),
  );
  if (printed.length !== orders.length) throw new Error('A changed order is not visible to its own organization.');
  return { ...none, user, data: new Map(printed.map((order) => [order.id, order])) };
}

function dataOf(answer: OperationAnswer): { orders: { id: number }[]; user: unknown } {
  // The document defines the type of the data.
  if ('json' in answer)
    return { orders: JSON.parse(String(answer.json.orders)), user: JSON.parse(String(answer.json.user)) };
  if (answer.errors?.[0]) throw answer.errors[0];
  return answer.data as ReturnType<typeof dataOf>;
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
