import type { Prisma } from '@channel/prisma';
import DataLoader from 'dataloader';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import type { Clash } from '../jobs/clash-types.ts';
import { jobsOf } from '../jobs/groups.ts';
import { DispatchClash } from '../jobs/job-types.ts';
import { clashesOf, dispatchedOrders, loadJobs, type PlacedJob } from '../jobs/load-jobs.ts';
import { Order } from '../orders/order.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { checkMoves, DispatchMoveInput, MAX_AT_ONCE, type MoveInput, valuesOf } from './move-input.ts';
import { ownMoves } from './own-moves.ts';

builder.queryField('assignmentClashes', (t) =>
  t.field({
    type: [DispatchClash],
    description: 'The findings that assignments would cause, at most 1,000. Nothing is changed. For staff.',
    args: {
      moves: t.arg({
        type: [DispatchMoveInput],
        required: true,
        description: `The new values of tasks, at most ${MAX_AT_ONCE}.`,
      }),
      withDraft: t.arg.boolean({
        defaultValue: false,
        description: "Whether the viewer's draft of the dispatch board applies to all other tasks.",
      }),
    },
    resolve: (_root, { moves, withDraft }, context) => clashesWith(moves, Boolean(withDraft), context),
  }),
);

/** @throws forbidden for an actor who is not staff; else as `checkMoves` */
async function clashesWith(
  inputs: readonly MoveInput[],
  withDraft: boolean,
  context: Context,
): Promise<Clash<PlacedJob>[]> {
  if (staffOrganizationIds(context).length === 0) throw forbidden('You may not see the dispatch board.');
  const where: Prisma.OrderWhereInput = {
    AND: [dispatchedOrders(context), { id: { in: inputs.map(({ orderId }) => orderId) } }],
  };
  const orders = await context.db.order.findMany({ where, select: { id: true, organizationId: true } });
  await checkMoves(context, inputs, new Map(orders.map((order) => [order.id, order])));
  const draft = new Map(
    (withDraft ? await ownMoves(context) : []).map((move) => [`${move.task}:${move.orderId}`, move]),
  );
  const moved = new Set<string>();
  for (const { orderId, task, ...given } of inputs) {
    const id = `${task}:${orderId}`;
    moved.add(id);
    draft.set(id, { orderId, task, before: {}, change: { ...draft.get(id)?.change, ...valuesOf(given) } });
  }
  const { clashes } = await loadJobs(context, { moves: [...draft.values()] });
  return clashesOf(clashes, moved);
}

const loaders = new WeakMap<Context, DataLoader<number, Clash<PlacedJob>[]>>();

/** The findings about the jobs of an order. The orders of a list are checked together. */
function clashesOfOrder(context: Context, id: number): Promise<Clash<PlacedJob>[]> {
  const loader =
    loaders.get(context) ??
    new DataLoader(
      async (ids: readonly number[]) => {
        const { clashes } = await loadJobs(context, { orderIds: ids, moves: [] });
        return ids.map((orderId) => clashes.filter((clash) => jobsOf(clash).some((job) => job.orderId === orderId)));
      },
      { maxBatchSize: 500 },
    );
  loaders.set(context, loader);
  return loader.load(id);
}

builder.prismaObjectField(Order, 'clashes', (t) =>
  t.field({
    type: [DispatchClash],
    description: 'Findings about the drivers and the guide of the order. Empty for viewers who are not its staff.',
    select: { id: true },
    resolve: ({ id }, _args, context) => clashesOfOrder(context, id),
  }),
);
