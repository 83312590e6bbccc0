import { Door } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../people/user.ts';
import { PageMeta, pageOf, slice } from '../shared/paging.ts';
import type { FieldChange } from './field-changes.ts';
import { type HistoryEntry, historyOf, recordedOf } from './order-history.ts';
import { staffedOrder } from './staffed-order.ts';

export const OrderFieldChange = builder.objectRef<FieldChange>('OrderFieldChange').implement({
  description: 'A field of an order before and after a change.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'Where it stands, such as `["status"]`, `["pickup", "driver"]`, `["leader", "lastName"]`, `["tags", "room"]`, `["pickup", "tags", "bus"]`, `["bookings", "12", "tags", "seat"]` or `["tickets"]`.',
    }),
    from: t.expose('from', {
      type: 'TagValue',
      nullable: true,
      description: 'The value before; an id for people and points. Null where there was none.',
    }),
    to: t.expose('to', {
      type: 'TagValue',
      nullable: true,
      description: 'The value after; an id for people and points. Null where there is none.',
    }),
    fromLabel: t.exposeString('fromLabel', {
      nullable: true,
      description: 'The name of the person or the address of the point before, as it is today; null for other values.',
    }),
    toLabel: t.exposeString('toLabel', {
      nullable: true,
      description: 'The name of the person or the address of the point after, as it is today; null for other values.',
    }),
  }),
});

const OrderTimelineEntry = builder.objectRef<HistoryEntry>('OrderTimelineEntry').implement({
  description: 'A change of an order: who changed what, when, and from which door. For staff.',
  fields: (t) => ({
    id: t.exposeString('id', { description: "The entry's id, unique in the timeline." }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    action: t.exposeString('action', {
      description:
        'What was done: `order.book`, `order.update`, `tags.assign`, `tags.synchronise`, `tags.remove`, `tags.change`; `order.made` for an order whose making the log does not hold, such as an imported one.',
    }),
    door: t.field({
      type: Door,
      nullable: true,
      description: 'From which door; null where nobody wrote it down.',
      resolve: ({ door }) => door,
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who; null where nobody in particular did.',
      resolve: ({ actor }) => actor,
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request that caused it; null where there was none.',
    }),
    batchId: t.exposeInt('batchId', {
      nullable: true,
      description: 'The batch that it was part of; null for any other change.',
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description: "The order's version after it; null where the log does not hold it.",
    }),
    changes: t.field({
      type: [OrderFieldChange],
      description: 'What changed, field by field. The first entry tells what the order began with.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

type Order = Awaited<ReturnType<typeof staffedOrder>>;

/** The beginning of an order whose making the audit log does not hold: what the order itself knows of it. */
async function beginningOf({ db }: Context, { id, createdAt, issuerId }: Order): Promise<HistoryEntry> {
  const actor = await db.user.findUnique({ where: { id: issuerId } });
  const known = { id: `made-${id}`, at: createdAt, action: 'order.made', actor };
  return { ...known, door: null, requestId: null, version: null, batchId: null, changes: [] };
}

/** How many entries the log holds, and whether the order's making is one of them. */
async function extentOf({ db }: Context, order: Order): Promise<{ recorded: number; isWhole: boolean }> {
  const recorded = await db.auditEntry.count({ where: recordedOf(order) });
  const isWhole = (await db.auditEntry.count({ where: { ...recordedOf(order), action: 'order.book' } })) > 0;
  return { recorded, isWhole };
}

const DEFAULT_PAGE_SIZE = 50;
const timelineArgs = builder.args((t) => ({
  orderId: t.int({ required: true, description: "The order's id." }),
  page: t.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
  perPage: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: 'Entries on a page.' }),
}));

builder.queryFields((t) => ({
  orderTimeline: t.field({
    type: [OrderTimelineEntry],
    description:
      'The history of an order, newest first unless asked otherwise; its making is the oldest entry. For staff of its organization.',
    args: {
      ...timelineArgs,
      oldestFirst: t.arg.boolean({ defaultValue: false, description: 'True: begins with the making of the order.' }),
    },
    resolve: async (_root, { orderId, oldestFirst, ...page }, context) => {
      const order = await staffedOrder(context, orderId);
      const { take, skip } = slice(pageOf(page, DEFAULT_PAGE_SIZE));
      const { recorded, isWhole } = await extentOf(context, order);
      const orderBy = { id: oldestFirst ? ('asc' as const) : ('desc' as const) };
      if (isWhole) return historyOf(context.db, order, { orderBy, take, skip });
      // The beginning stands before all that was recorded.
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
  orderTimelineMeta: t.field({
    type: PageMeta,
    description: 'Where the page lies in the whole list.',
    args: timelineArgs,
    resolve: async (_root, { orderId, ...page }, context) => {
      const order = await staffedOrder(context, orderId);
      const requested = pageOf(page, DEFAULT_PAGE_SIZE);
      const { recorded, isWhole } = await extentOf(context, order);
      return { total: recorded + (isWhole ? 0 : 1), ...requested };
    },
  }),
}));
