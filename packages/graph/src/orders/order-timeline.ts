import { Channel } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../people/user.ts';
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

/** The number of log entries, and whether the order's creation is one of them. */
async function extentOf({ db }: Context, order: Order): Promise<{ recorded: number; isWhole: boolean }> {
  const recorded = await db.auditEntry.count({ where: recordedOf(order) });
  const isWhole = (await db.auditEntry.count({ where: { ...recordedOf(order), action: 'order.book' } })) > 0;
  return { recorded, isWhole };
}

const list = pagedList(
  50,
  builder.args((t) => ({ orderId: t.int({ required: true, description: "The order's id." }) })),
);

builder.queryFields((t) => ({
  orderTimeline: t.field({
    type: [OrderTimelineEntry],
    description:
      'The history of an order, by default newest first; its creation is the oldest entry. For staff of its organization.',
    args: {
      ...list.args,
      oldestFirst: t.arg.boolean({ defaultValue: false, description: 'True: begins with the creation of the order.' }),
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
    list.meta(async ({ orderId }, context) => {
      const { recorded, isWhole } = await extentOf(context, await staffedOrder(context, orderId));
      return recorded + (isWhole ? 0 : 1);
    }),
  ),
}));
