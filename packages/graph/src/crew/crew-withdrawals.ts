import type { Prisma } from '@channel/prisma';
import DataLoader from 'dataloader';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DispatchBoard } from '../dispatch/dispatch-types.ts';
import type { Task } from '../jobs/clash-types.ts';
import { DispatchTask } from '../jobs/job-types.ts';
import { Order } from '../orders/order.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { dateAt } from '../shared/calendar.ts';
import { WITHDRAWN, wasDeclined } from '../shared/ended-declines.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { crewFacts } from './crew-facts.ts';

/** A job that a person knows, but no longer has. */
type Withdrawal = { task: Task; orderId: number; personId: number; personName: string; title: string; day: Date };

const CrewWithdrawal = builder.objectRef<Withdrawal>('CrewWithdrawal').implement({
  description:
    'A job that was given to another person, cancelled or removed, and whose former driver or guide has not seen that and may still go there. For staff.',
  fields: (t) => ({
    task: t.field({ type: DispatchTask, description: 'The task.', resolve: ({ task }) => task }),
    orderId: t.exposeInt('orderId', { description: 'The order.' }),
    personId: t.exposeInt('personId', { description: 'The former driver or guide.' }),
    personName: t.exposeString('personName', { description: 'First and last name of this person.' }),
    title: t.exposeString('title', { description: 'The title of the product, as the person last saw it.' }),
    day: t.expose('day', { type: 'Date', description: 'The local day, as the person last saw it.' }),
  }),
});

/** The unseen withdrawals of the actor's organizations: of days that are not over, by day. */
async function unseenWithdrawals(context: Context, where: Prisma.CrewJobWhereInput): Promise<Withdrawal[]> {
  const organizationIds = staffOrganizationIds(context);
  const rows = await context.db.crewJob.findMany({
    where: {
      AND: [where, { OR: [{ seenDigest: null }, { seenDigest: { not: WITHDRAWN } }] }],
      order: { AND: [{ organizationId: { in: organizationIds } }, visibleOrders(context)] },
      user: { disabledAt: null },
    },
    include: { user: { select: { name: true } }, order: { select: { timeZone: true } } },
    orderBy: [{ day: 'asc' }, { orderId: 'asc' }, { task: 'asc' }, { userId: 'asc' }],
  });
  const near = rows.filter((row) => row.day >= dateAt(context.now, row.order.timeZone) && !wasDeclined(row));
  if (near.length === 0) return [];
  const facts = await crewFacts(
    context,
    near.map(({ orderId }) => orderId),
    organizationIds,
  );
  const assigned = new Set(facts.map(({ job }) => `${job.publishedPersonId} ${job.id}`));
  return near
    .filter(({ userId, task, orderId }) => !assigned.has(`${userId} ${task}:${orderId}`))
    .map(({ task, orderId, userId, user, title, day }) => ({
      task,
      orderId,
      personId: userId,
      personName: user.name,
      title,
      day,
    }));
}

const loaders = new WeakMap<Context, DataLoader<number, Withdrawal[]>>();

async function readOf(context: Context, ids: readonly number[]): Promise<Withdrawal[][]> {
  const found = await unseenWithdrawals(context, { orderId: { in: [...ids] } });
  const byOrder = Map.groupBy(found, ({ orderId }) => orderId);
  return ids.map((id) => byOrder.get(id) ?? []);
}

/** Those of an order. All orders of a request are read together. */
function withdrawalsOf(context: Context, orderId: number): Promise<Withdrawal[]> {
  const loader =
    loaders.get(context) ??
    new DataLoader((ids: readonly number[]) => readOf(context, ids), { cache: false, maxBatchSize: 1_000 });
  loaders.set(context, loader);
  return loader.load(orderId);
}

builder.prismaObjectField(Order, 'crewWithdrawals', (t) =>
  t.field({
    type: [CrewWithdrawal],
    description:
      'Jobs of the order that were withdrawn from people who have not seen that. Empty for viewers who are not its staff.',
    select: { id: true },
    resolve: ({ id }, _args, context) => withdrawalsOf(context, id),
  }),
);

builder.objectField(DispatchBoard, 'crewWithdrawals', (t) =>
  t.field({
    type: [CrewWithdrawal],
    description:
      'Jobs that people still expect on these days, but that were withdrawn: also those of cancelled orders and of orders that moved.',
    resolve: ({ from, to }, _args, context) => unseenWithdrawals(context, { day: { gte: from, lte: to } }),
  }),
);
