import DataLoader from 'dataloader';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import type { Task } from '../jobs/clash-types.ts';
import { DispatchJob, DispatchTask } from '../jobs/job-types.ts';
import { Order } from '../orders/order.ts';
import { WITHDRAWN } from '../shared/ended-declines.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { saidOf } from './appointment.ts';
import { crewFacts, digestOf } from './crew-facts.ts';
import { type CrewState, CrewStateEnum } from './states.ts';

const Seen = builder.enumType('CrewSeen', {
  description: 'Whether the assigned person knows a job as it is now.',
  values: {
    notSent: { description: 'The person has neither a personal link nor the page open on any device.' },
    unseen: { description: 'The person has not seen the job.' },
    changed: { description: 'The person saw the job before it changed.' },
    seen: { description: 'The person saw it as it is now.' },
  } as const,
});

/** What the assigned person knows and says of a job. */
type Status = {
  task: Task;
  orderId: number;
  personId: number;
  seen: typeof Seen.$inferType;
  seenAt: Date | null;
  state: CrewState;
  reason: string;
  stateAt: Date | null;
};

const CrewStatus = builder.objectRef<Status>('CrewStatus').implement({
  description: 'What the assigned driver or guide knows and says of a job. For staff.',
  fields: (t) => ({
    task: t.field({ type: DispatchTask, description: 'The task.', resolve: ({ task }) => task }),
    personId: t.exposeInt('personId', { description: 'The assigned user.' }),
    seen: t.field({
      type: Seen,
      description: 'Whether the person knows the job as it is now.',
      resolve: ({ seen }) => seen,
    }),
    seenAt: t.expose('seenAt', { type: 'DateTime', nullable: true, description: 'When the person last saw it.' }),
    state: t.field({
      type: CrewStateEnum,
      description: 'What the person said about the job as it is now.',
      resolve: ({ state }) => state,
    }),
    reason: t.exposeString('reason', { description: 'Why the person declined; else empty.' }),
    stateAt: t.expose('stateAt', { type: 'DateTime', nullable: true, description: 'When the person said it.' }),
  }),
});

const loaders = new WeakMap<Context, DataLoader<number, Status[]>>();

/** The statuses of an order's jobs, in the order of tasks. All orders of a request are read together. */
function statusesOf(context: Context, orderId: number): Promise<Status[]> {
  const loader =
    loaders.get(context) ??
    new DataLoader((ids: readonly number[]) => readStatuses(context, ids), { maxBatchSize: 1_000 });
  loaders.set(context, loader);
  return loader.load(orderId);
}

async function readStatuses(context: Context, orderIds: readonly number[]): Promise<Status[][]> {
  const { db, now } = context;
  const facts = await crewFacts(context, orderIds, staffOrganizationIds(context));
  const rows = await db.crewJob.findMany({ where: { orderId: { in: [...orderIds] } } });
  const known = new Map(rows.map((row) => [`${row.userId} ${row.task}:${row.orderId}`, row]));
  const people = [...new Set(facts.flatMap(({ job }) => job.publishedPersonId ?? []))];
  const open = {
    where: { userId: { in: people }, expiresAt: { gt: now } },
    select: { userId: true, organizationId: true },
  };
  const reached = [...(await db.crewSession.findMany(open)), ...(await db.crewLink.findMany(open))];
  const isReached = new Set(reached.map(({ userId, organizationId }) => `${userId} ${organizationId}`));
  const statuses = facts.flatMap((one): Status[] => {
    const { id, task, orderId, organizationId, publishedPersonId: personId } = one.job;
    if (personId === null) return [];
    const row = known.get(`${personId} ${id}`);
    const hasSeen = Boolean(row?.seenDigest) && row?.seenDigest !== WITHDRAWN;
    const before = isReached.has(`${personId} ${organizationId}`) ? 'unseen' : 'notSent';
    const seen = row?.seenDigest === digestOf(one) ? 'seen' : hasSeen ? 'changed' : before;
    const { state, reason, stateAt } = saidOf(row, one);
    return [{ task, orderId, personId, seen, seenAt: row?.seenAt ?? null, state, reason, stateAt }];
  });
  const byOrder = Map.groupBy(statuses, ({ orderId }) => orderId);
  return orderIds.map((id) => byOrder.get(id) ?? []);
}

builder.objectField(DispatchJob, 'crew', (t) =>
  t.field({
    type: CrewStatus,
    nullable: true,
    description:
      'What the published driver or guide knows and says of the job; null for an unassigned job, and for an order that is not booked.',
    resolve: async ({ orderId, task }, _args, context) =>
      (await statusesOf(context, orderId)).find((status) => status.task === task) ?? null,
  }),
);

builder.prismaObjectField(Order, 'crew', (t) =>
  t.field({
    type: [CrewStatus],
    description:
      'What the drivers and the guide of the order know and say of their jobs. Empty for viewers who are not its staff.',
    select: { id: true },
    resolve: ({ id }, _args, context) => statusesOf(context, id),
  }),
);
