import type { Prisma } from '@channel/prisma';
import type { InputShapeFromFields } from '@pothos/core';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { clashText } from '../jobs/clash-text.ts';
import type { ClashFacts } from '../jobs/clash-types.ts';
import { DispatchClashKind, DispatchClashSeverity } from '../jobs/job-types.ts';
import { OrderStatus } from '../orders/booking.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { connection, fixedEntries } from '../shared/connection.ts';
import { Node } from '../shared/node.ts';
import { type PageArgs, pagedList } from '../shared/paging.ts';
import { actorOf } from '../shared/principals.ts';
import { relatedConnection } from '../shared/related-rows.ts';
import '../orders/order.ts';
import '../people/user.ts';
import { visibleBatches } from './batch-access.ts';
import { BatchEffect, effectsOf } from './batch-effects.ts';
import { expectedWebhooks } from './expected-webhooks.ts';
import { isPerson, memberName } from './member-name.ts';
import { asChange, asDeltas, type Delta, type RowChange } from './row-change.ts';
import { asClashes } from './row-clashes.ts';

export const BatchKind = builder.enumType('BatchKind', {
  description: 'The purpose of a batch.',
  values: {
    change: { description: 'Makes the same change to all of its orders.' },
    undo: { description: 'Undoes another batch.' },
    dispatch: { description: 'Publishes a draft of the dispatch board.' },
  } as const,
});

export const BatchStatus = builder.enumType('BatchStatus', {
  description: 'The state of a batch.',
  values: {
    planned: { description: 'It shows the changes that it would make. Nothing is changed yet.' },
    running: { description: 'Its changes are being made.' },
    ended: { description: 'Nothing more is changed, unless orders of it are retried.' },
  } as const,
});

export const BatchRowStatus = builder.enumType('BatchRowStatus', {
  description: 'The result of a batch for one order.',
  values: {
    planned: { description: 'It will be changed.' },
    done: { description: 'It was changed.' },
    unchanged: { description: 'It already has the requested values.' },
    refused: { description: 'This change of it is not allowed; `reason` says why.' },
    stale: { description: 'Another change was made to it since the plan; nothing was overwritten.' },
    failed: { description: 'An internal error prevented the change.' },
    cancelled: { description: 'The batch was stopped before it changed this order.' },
  } as const,
});

export const BatchTagsOn = builder.enumType('BatchTagsOn', {
  description: 'The part of each order that carries the tags.',
  values: {
    order: { description: 'The order itself.' },
    booking: { description: 'Each of its bookings.' },
    pickup: { description: 'Its pickup.' },
    dropoff: { description: 'Its dropoff.' },
  } as const,
});

export const BatchTagAction = builder.enumType('BatchTagAction', {
  description: 'How tags are changed.',
  values: {
    assign: { description: 'Adds the tags; an existing key gets the new value.' },
    synchronise: { description: 'Adds the tags and REMOVES all others.' },
    remove: { description: 'Removes the tags.' },
  } as const,
});

export const TransferSide = builder.enumType('TransferSide', {
  description: "A side of an order's transport.",
  values: {
    pickup: { description: 'The transfer to the experience.' },
    dropoff: { description: 'The transfer back from the experience.' },
  } as const,
});

/** Changes and tags. */
const few = pagedList(10, {});

function inPage<Entry>(entries: readonly Entry[], args: PageArgs): Entry[] {
  const { skip, take } = few.slice(args);
  return entries.slice(skip, skip + take);
}

const cutArgs = builder.args((t) => ({
  atMost: t.int({ description: 'Maximum characters: a longer text is cut and ends with `…`. Null: the whole text.' }),
}));

type Cut = { atMost?: number | null };

function cut<Value>(value: Value, { atMost }: Cut): Value | string {
  const isLong = typeof value === 'string' && typeof atMost === 'number' && value.length > atMost;
  return isLong ? `${value.slice(0, Math.max(0, atMost)).replace(/[\ud800-\udbff]$/, '')}…` : value;
}

type NamedTag = { key: string; value: string | number | null };

const BatchTag = builder.objectRef<NamedTag>('BatchTag').implement({
  description: 'A tag that a batch changes.',
  fields: (t) => ({
    key: t.string({ args: cutArgs, description: 'The key.', resolve: ({ key }, args) => cut(key, args) }),
    value: t.field({
      type: 'TagValue',
      nullable: true,
      args: cutArgs,
      description: 'The value; null matches any value.',
      resolve: ({ value }, args) => cut(value, args),
    }),
  }),
});

const BatchTags = builder.objectRef<NonNullable<RowChange['tags']>>('BatchTags').implement({
  description: 'Tags that a batch changes.',
  fields: (t) => ({
    on: t.expose('on', { type: BatchTagsOn, description: 'The part of each order that carries them.' }),
    action: t.expose('action', { type: BatchTagAction, description: 'How they are changed.' }),
    tags: t.field({
      type: [BatchTag],
      args: few.args,
      description: 'The tags, paginated.',
      resolve: ({ tags }, args) => inPage(tags, args),
    }),
    tagsConnection: t.field(
      connection(BatchTag, {
        description: 'The tags, by cursors.',
        args: {},
        order: (_args, { tags }: NonNullable<RowChange['tags']>) => tags,
        source: (_args, _context, _info, { tags }) =>
          fixedEntries(
            async () => tags.length,
            async (skip, take) => tags.slice(skip, skip + take),
          ),
      }),
    ),
    tagCount: t.int({ description: 'The number of tags.', resolve: ({ tags }) => tags.length }),
  }),
});

type Assignment = { of: string; id: number | null };

const BatchAssignment = builder.objectRef<Assignment>('BatchAssignment').implement({
  description: 'A user whom a batch assigns.',
  fields: (t) => ({
    of: t.exposeString('of', { description: '`pickup` or `dropoff` for drivers, `tourGuide`, or `contactPerson`.' }),
    person: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'The user; null where the batch unassigns the user.',
      resolve: (query, { id }, _args, { db }) => (id === null ? null : db.user.findUnique({ ...query, where: { id } })),
    }),
  }),
});

const BatchChange = builder.objectRef<RowChange>('BatchChange').implement({
  description: 'The change that a batch makes to each order: exactly one member is set.',
  fields: (t) => ({
    status: t.field({
      type: OrderStatus,
      nullable: true,
      description: 'The new status of the order; null unless the batch changes the status.',
      resolve: ({ status }) => status ?? null,
    }),
    assignments: t.field({
      type: [BatchAssignment],
      description: 'The users to assign; empty unless the batch assigns users.',
      resolve: ({ pickup, dropoff, tourGuideId, contactPersonId }) =>
        Object.entries({
          pickup: pickup?.driverId,
          dropoff: dropoff?.driverId,
          tourGuide: tourGuideId,
          contactPerson: contactPersonId,
        }).flatMap(([of, id]) => (id === undefined ? [] : [{ of, id }])),
    }),
    tags: t.field({
      type: BatchTags,
      nullable: true,
      description: 'The change of tags; null unless the batch changes tags.',
      resolve: ({ tags }) => tags ?? null,
    }),
  }),
});

/** The changes with users by name. The names are loaded for the whole list, so that no text of it is a promise. */
function shown(deltas: Delta[], { loaders }: Context): Delta[] | Promise<Delta[]> {
  const users = deltas
    .filter(({ member }) => isPerson(member))
    .flatMap(({ before, after }) => [before, after])
    .filter((user) => user !== null);
  return users.length === 0 ? deltas : withNames(deltas, [...new Set(users)], loaders);
}

async function withNames(deltas: Delta[], users: NonNullable<Delta['after']>[], { userName }: Context['loaders']) {
  const names = await Promise.all(users.map((user) => userName.load(Number(user))));
  const byUser = new Map(users.map((user, index) => [user, names[index]]));
  const named = (user: Delta['after']) => (user === null ? null : (byUser.get(user) ?? user));
  return deltas.map((delta) =>
    isPerson(delta.member) ? { ...delta, before: named(delta.before), after: named(delta.after) } : delta,
  );
}

type RowKey = { batchId: number; orderId: number };

/** The changes of a row from a position on, at most `take`. */
async function changesOf({ batchId, orderId }: RowKey, skip: number, take: number, context: Context): Promise<Delta[]> {
  const { changes } = await context.loaders.batchChanges.load({ batchId, orderId, skip, take });
  return shown(asDeltas(changes), context);
}

const countChanges = async ({ batchId, orderId }: RowKey, { loaders }: Context): Promise<number> =>
  (await loaders.batchChanges.load({ batchId, orderId, skip: 0, take: 0 })).count;

const textOf = (value: Delta['after']) => (value === null ? null : String(value));

const BatchRowChange = builder.objectRef<Delta>('BatchRowChange').implement({
  description: 'One value of an order that a batch sets: added where `before` is null, removed where `after` is null.',
  fields: (t) => ({
    member: t.string({
      description:
        'Such as `status`, `tourGuide`, `contactPerson`, `pickup.driver`, `pickup.time`; for a tag `orders.tags`, `bookings.tags` or `transfers.tags`.',
      resolve: ({ member }) => memberName(member),
    }),
    key: t.string({
      nullable: true,
      args: cutArgs,
      description: "A tag's key; else null.",
      resolve: ({ tag }, args) => cut(tag?.key ?? null, args),
    }),
    targetId: t.int({
      nullable: true,
      description: 'Id of the resource that carries the tag; else null.',
      resolve: ({ tag }) => tag?.id ?? null,
    }),
    before: t.string({
      nullable: true,
      args: cutArgs,
      description: 'The value before the change, users by name; null where there was none.',
      resolve: ({ before }, args) => cut(textOf(before), args),
    }),
    after: t.string({
      nullable: true,
      args: cutArgs,
      description: 'The value after the change, users by name; null where there is none.',
      resolve: ({ after }, args) => cut(textOf(after), args),
    }),
  }),
});

const BatchClash = builder.objectRef<ClashFacts>('BatchClash').implement({
  description:
    'A finding about a driver or guide that a batch causes, as it was when the batch was planned, or when it was last refused to run.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DispatchClashKind, description: 'What it is about.' }),
    severity: t.expose('severity', { type: DispatchClashSeverity, description: 'How certain it is.' }),
    personId: t.exposeInt('personId', { description: 'Whom it is about.' }),
    text: t.string({
      description: 'The finding as a sentence, as `DispatchClash.text`.',
      resolve: async (clash, _args, { loaders, sentenceLang }) =>
        clashText(clash, (await loaders.userName.load(clash.personId)) ?? String(clash.personId), sentenceLang),
    }),
    orderIds: t.intList({
      description: 'The orders that it names, at most 5.',
      resolve: ({ jobs }) => [...new Set(jobs.map(({ orderId }) => orderId))],
    }),
  }),
});

const BatchRow = builder.prismaObject('BatchRow', {
  // The changes may be large: the database cuts their page out of them.
  select: { batchId: true, orderId: true },
  fields: (t) => ({
    orderId: t.exposeInt('orderId', { description: "The order's id." }),
    order: t.relation('order', { description: 'The current state of the order.' }),
    status: t.expose('status', { type: BatchRowStatus, description: 'The result for this order.' }),
    version: t.exposeInt('version'),
    versionAfter: t.exposeInt('versionAfter', { nullable: true }),
    changes: t.field({
      type: [BatchRowChange],
      args: few.args,
      description: 'Each value that the batch sets or has set, paginated.',
      resolve: async ({ batchId, orderId }, args, context) => {
        const { skip, take } = few.slice(args);
        return changesOf({ batchId, orderId }, skip, take, context);
      },
    }),
    changesConnection: t.field({
      select: { version: true },
      ...connection(BatchRowChange, {
        description: 'Each value that the batch sets or has set, by cursors, until the row is planned again.',
        args: {},
        order: (_args, { batchId, orderId, version }: RowKey & { version: number }) => [batchId, orderId, version],
        source: (_args, context, _info, row) =>
          fixedEntries(
            () => countChanges(row, context),
            async (skip, take) => changesOf(row, skip, take, context),
          ),
      }),
    }),
    changeCount: t.int({
      description: 'The number of values that the batch sets or has set.',
      resolve: (row, _args, context) => countChanges(row, context),
    }),
    clashes: t.field({
      type: [BatchClash],
      description: 'Findings about the people whom the change assigns, or whose jobs it moves, at most 20.',
      select: { clashes: true },
      resolve: ({ clashes }) => asClashes(clashes),
    }),
    reason: t.exposeString('reason', { nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
  }),
});

/** The number of orders of a batch by status. */
export type BatchTally = Record<typeof BatchRowStatus.$inferType, number>;

const BatchCounts = builder.objectRef<BatchTally>('BatchCounts').implement({
  description: 'The number of orders of a batch by status.',
  fields: (t) => ({
    total: t.int({
      description: 'All of them.',
      resolve: (tally) => Object.values(tally).reduce((sum, count) => sum + count, 0),
    }),
    planned: t.exposeInt('planned', { description: 'To be changed.' }),
    done: t.exposeInt('done', { description: 'Changed.' }),
    unchanged: t.exposeInt('unchanged', { description: 'With the requested values already.' }),
    refused: t.exposeInt('refused', { description: 'Refused.' }),
    stale: t.exposeInt('stale', { description: 'Changed otherwise since the plan.' }),
    failed: t.exposeInt('failed', { description: 'Not changed because of an internal error.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Not changed because the batch was stopped.' }),
  }),
});

const rowArgs = builder.args((t) => ({
  statuses: t.field({ type: [BatchRowStatus], description: 'With any of these statuses.' }),
  orderIds: t.intList({ description: 'Only of these orders.' }),
  hasClashes: t.boolean({ description: 'Only those with findings about people, or those without.' }),
}));
const rows = pagedList(100, rowArgs);
const byOrder = [{ batchId: 'asc' as const }, { orderId: 'asc' as const }];

function matchingRows(
  { statuses, orderIds, hasClashes }: InputShapeFromFields<typeof rowArgs>,
  context: Context,
): Prisma.BatchRowWhereInput {
  checkFilter({ statuses, orderIds }, []);
  return {
    order: visibleOrders(context),
    ...(statuses ? { status: { in: statuses } } : {}),
    ...(orderIds ? { orderId: { in: orderIds } } : {}),
    ...(typeof hasClashes === 'boolean' ? { clashes: hasClashes ? { not: [] } : { equals: [] } } : {}),
  };
}

export const Batch = builder.prismaObject('Batch', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The batch's id." }),
    kind: t.expose('kind', { type: BatchKind, description: 'Its purpose.' }),
    status: t.expose('status', { type: BatchStatus, description: 'Its state.' }),
    organization: t.relation('organization', { description: 'The organization of its orders.' }),
    maker: t.relation('maker', { description: 'The user who made it, and as whom it runs.' }),
    isOwn: t.boolean({
      description: 'Whether the viewer made it, and therefore may run it.',
      resolve: ({ makerId }, _args, context) => makerId === actorOf(context).userId,
    }),
    change: t.field({
      type: BatchChange,
      nullable: true,
      description: 'The change that it makes to each order; null where each order has a change of its own.',
      resolve: ({ kind, change }) => (kind === 'change' ? asChange(change) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was planned.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    undoOf: t.relation('undoOf', { nullable: true, description: 'The batch that it undoes; else null.' }),
    undoneBy: t.relation('undoneBy', {
      description: 'Batches that undo it, oldest first.',
      query: (_args, context) => ({ where: visibleBatches(context), orderBy: { id: 'asc' } }),
    }),
    counts: t.field({
      type: BatchCounts,
      description: 'The number of its orders by status.',
      resolve: ({ id }, _args, { loaders }) => loaders.batchTally.load(id),
    }),
    clashingOrders: t.int({
      description: 'The number of its orders with findings about the people whom it assigns.',
      resolve: ({ id }, _args, { loaders }) => loaders.batchClashes.load(id),
    }),
    effects: t.field({
      type: [BatchEffect],
      description: 'What the planned changes do, by member; empty once they are made.',
      resolve: ({ id }, _args, context) => effectsOf(context, id),
    }),
    expectedWebhooks: t.int({
      description: 'The number of webhooks that the planned changes would send to the current endpoints.',
      resolve: ({ id }, _args, context) => expectedWebhooks(context, id),
    }),
    rows: t.relation('rows', {
      description: 'Its orders that the viewer may see, by id, paginated.',
      args: rows.args,
      query: ({ page, perPage, ...filter }, context) => ({
        where: matchingRows(filter, context),
        orderBy: byOrder,
        ...rows.slice({ page, perPage }),
      }),
    }),
    rowsConnection: t.field({
      select: { id: true },
      ...relatedConnection('BatchRow', BatchRow, 'Its orders that the viewer may see, by id, by cursors.', rowArgs, {
        column: 'batchId',
        idOf: ({ id }: { id: number }) => id,
        where: matchingRows,
        orderBy: () => byOrder,
      }),
    }),
  }),
});
