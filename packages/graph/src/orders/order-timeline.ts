import { Channel } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../people/user.ts';
import { connection, type Source } from '../shared/connection.ts';
import type { Limit, Range } from '../shared/keyset.ts';
import { pagedList } from '../shared/paging.ts';
import type { FieldChange } from './field-changes.ts';
import { type HistoryEntry, historyOf, recordedOf } from './order-history.ts';
import { staffedOrder } from './staffed-order.ts';

export const OrderFieldChange = builder.objectRef<FieldChange>('OrderFieldChange').implement({
  description: 'A field of an order before and after a change.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'The path of the field, such as `["status"]`, `["pickup", "driver"]`, `["leader", "lastName"]`, `["tags", "room"]`, `["pickup", "tags", "bus"]`, `["bookings", "12", "tags", "seat"]` or `["tickets"]`.',
    }),
    from: t.expose('from', {
      type: 'TagValue',
      nullable: true,
      description: 'The old value; an id for people and points. Null where there was none.',
    }),
    to: t.expose('to', {
      type: 'TagValue',
      nullable: true,
      description: 'The new value; an id for people and points. Null where there is none.',
    }),
    fromLabel: t.exposeString('fromLabel', {
      nullable: true,
      description: 'The current name of the old person or address of the old point; null for other values.',
    }),
    toLabel: t.exposeString('toLabel', {
      nullable: true,
      description: 'The current name of the new person or address of the new point; null for other values.',
    }),
  }),
});

const OrderTimelineEntry = builder.objectRef<HistoryEntry>('OrderTimelineEntry').implement({
  description: 'A change of an order: the user, the fields, the time and the channel. For staff.',
  fields: (t) => ({
    entryId: t.exposeString('id', { description: "The entry's id, unique in the timeline." }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the change.' }),
    action: t.exposeString('action', {
      description:
        'The action: `order.book`, `order.update`, `order.rebook`, `tags.assign`, `tags.synchronise`, `tags.remove`, `tags.change`; `order.made` for an order whose creation is not in the log, such as an imported order.',
    }),
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel of the change; null where it was not recorded.',
      resolve: ({ channel }) => channel,
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user; null where the change has no user.',
      resolve: ({ actor }) => actor,
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request that caused it; null where there was none.',
    }),
    batchId: t.exposeInt('batchId', {
      nullable: true,
      description: 'The batch of the change; null where the change was not part of a batch.',
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description: "The order's version after the change; null where it was not recorded.",
    }),
    changes: t.field({
      type: [OrderFieldChange],
      description: 'The changed fields. The first entry has the initial values of the order.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

type Order = Awaited<ReturnType<typeof staffedOrder>>;

/** The first entry of an order whose creation is not in the audit log, from the order's own columns. */
async function beginningOf({ db }: Context, { id, createdAt, issuerId }: Order): Promise<HistoryEntry> {
  const actor = await db.user.findUnique({ where: { id: issuerId } });
  const known = { id: `made-${id}`, at: createdAt, action: 'order.made', actor };
  return { ...known, channel: null, requestId: null, version: null, batchId: null, changes: [] };
}

/** Whether the order's creation is an entry of the log. */
const isWholeIn = async ({ db }: Context, order: Order): Promise<boolean> =>
  (await db.auditEntry.findFirst({ where: { ...recordedOf(order), action: 'order.book' }, select: { id: true } })) !==
  null;

/** The number of log entries, and whether the order's creation is one of them. */
const extentOf = async (context: Context, order: Order): Promise<{ recorded: number; isWhole: boolean }> => ({
  recorded: await context.db.auditEntry.count({ where: recordedOf(order) }),
  isWhole: await isWholeIn(context, order),
});

const ofOrder = builder.args((t) => ({ orderId: t.int({ required: true, description: "The order's id." }) }));
const list = pagedList(50, ofOrder);
const directed = builder.args((t) => ({
  oldestFirst: t.boolean({ defaultValue: false, description: 'True: begins with the creation of the order.' }),
}));

/** The place of the first entry of an order whose creation is not in the log: before all entries of the log. */
const BEGINNING = '0';

const idOf = ({ place: [id] }: Limit) => BigInt(id ?? BEGINNING);

/** The entries of an order as the source of a connection: those of the log by their ids, and its beginning. */
async function entriesOf(order: Order, oldestFirst: boolean, context: Context): Promise<Source<HistoryEntry>> {
  const { db } = context;
  const isWhole = await isWholeIn(context, order);
  /** The conditions on ids of a range. */
  const within = ({ after, before }: Range): { [operator in 'gt' | 'gte' | 'lt' | 'lte']?: bigint }[] => {
    const [above, below] = oldestFirst ? [after, before] : [before, after];
    return [
      ...(above ? [{ [above.isIncluded ? 'gte' : 'gt']: idOf(above) }] : []),
      ...(below ? [{ [below.isIncluded ? 'lte' : 'lt']: idOf(below) }] : []),
    ];
  };
  return {
    places: async (range, { take, isReversed }) => {
      const ids = within(range);
      const hasBeginning =
        !isWhole && ids.every(({ gt, gte = 0n, lt = 1n }) => gt === undefined && gte === 0n && lt > 0n);
      const isAscending = oldestFirst !== isReversed;
      const recorded = await db.auditEntry.findMany({
        where: { AND: [recordedOf(order), ...ids.map((id) => ({ id }))] },
        orderBy: { id: isAscending ? 'asc' : 'desc' },
        take,
        select: { id: true },
      });
      const places = recorded.map(({ id }) => [String(id)]);
      const beginning = hasBeginning ? [[BEGINNING]] : [];
      return (isAscending ? [...beginning, ...places] : [...places, ...beginning]).slice(0, take);
    },
    entries: async (places) => {
      const ids = places.flatMap(([id]) => (id && id !== BEGINNING ? [BigInt(id)] : []));
      const recorded = await historyOf(db, order, { where: { id: { in: ids } }, orderBy: { id: 'asc' } });
      const byId = new Map(recorded.map((entry) => [entry.id, entry]));
      const beginning = places.some(([id]) => id === BEGINNING) ? await beginningOf(context, order) : undefined;
      return places.map(([id]) => (id === BEGINNING ? beginning : byId.get(id ?? '')));
    },
    count: () => countEntries(context, order),
  };
}

async function countEntries(context: Context, order: Order): Promise<number> {
  const { recorded, isWhole } = await extentOf(context, order);
  return recorded + (isWhole ? 0 : 1);
}

builder.queryFields((t) => ({
  orderTimeline: t.field({
    type: [OrderTimelineEntry],
    description:
      'The history of an order, by default newest first; its creation is the oldest entry. For staff of its organization.',
    args: {
      ...list.args,
      ...directed,
    },
    resolve: async (_root, { orderId, oldestFirst, ...page }, context) => {
      const order = await staffedOrder(context, orderId);
      const { take, skip } = list.slice(page);
      const { recorded, isWhole } = await extentOf(context, order);
      const orderBy = { id: oldestFirst ? ('asc' as const) : ('desc' as const) };
      if (isWhole) return historyOf(context.db, order, { orderBy, take, skip });
      // The first entry precedes all recorded entries.
      const beginsAt = oldestFirst ? 0 : recorded;
      const holdsBeginning = beginsAt >= skip && beginsAt < skip + take;
      const entries = await historyOf(context.db, order, {
        orderBy,
        take: holdsBeginning ? take - 1 : take,
        skip: oldestFirst ? Math.max(0, skip - 1) : skip,
      });
      if (!holdsBeginning) return entries;
      const beginning = await beginningOf(context, order);
      return oldestFirst ? [beginning, ...entries] : [...entries, beginning];
    },
  }),
  orderTimelineMeta: t.field(
    list.meta(async ({ orderId }, context) => countEntries(context, await staffedOrder(context, orderId))),
  ),
  orderTimelineConnection: t.field(
    connection(OrderTimelineEntry, {
      description:
        'The history of an order, by default newest first, by cursors; its creation is the oldest entry. For staff of its organization.',
      args: { ...ofOrder, ...directed },
      order: ({ orderId, oldestFirst }) => [orderId, oldestFirst ?? false],
      source: async ({ orderId, oldestFirst }, context) =>
        entriesOf(await staffedOrder(context, orderId), oldestFirst ?? false, context),
    }),
  ),
}));
