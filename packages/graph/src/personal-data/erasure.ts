import { inTransaction, type Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { User } from '../people/user.ts';
import { audit } from '../shared/audit.ts';
import { administeredOrganization } from '../shared/edit.ts';
import { actorOf, adminOrganizationIds } from '../shared/principals.ts';
import { queueErasure } from './erasure-queue.ts';
import { chosenGuests } from './personal-data-access.ts';
import { holdOf } from './personal-data-order.ts';

export const ErasureState = builder.enumType('PersonalDataErasureState', {
  description: 'What has become of an erasure.',
  values: {
    waiting: { description: 'It waits, for what `waitsFor` says.' },
    running: { description: 'It is being executed.' },
    done: { description: 'It is complete.' },
    failed: { description: 'An internal error ended it; the log of the worker has it. Request it again.' },
  } as const,
});

const ErasureWait = builder.enumType('PersonalDataErasureWait', {
  description: 'What a waiting erasure waits for.',
  values: {
    worker: { description: 'A worker that is free.' },
    transactions: {
      description:
        'Transactions that may have read the orders before they were erased, and store a copy. It erases the copies when they have ended.',
    },
    maintenance: {
      description:
        'A worker with `DATABASE_MAINTENANCE_URL`, which its last step needs: the audit log still has the values.',
    },
  } as const,
});

const Erasure = builder.prismaObject('PersonalDataErasure', {
  fields: (t) => ({
    erasureId: t.exposeInt('id', { description: "The erasure's id." }),
    state: t.expose('state', { type: ErasureState, description: 'What has become of it.' }),
    waitsFor: t.field({
      type: ErasureWait,
      nullable: true,
      description: 'What it waits for; null unless it waits.',
      select: { state: true, copiesFrom: true, filesAt: true },
      resolve: ({ state, copiesFrom, filesAt }) => {
        if (state !== 'waiting') return null;
        if (filesAt !== null) return 'maintenance';
        return copiesFrom === null ? 'worker' : 'transactions';
      },
    }),
    orderIds: t.exposeIntList('orderIds'),
    passengerIds: t.exposeIntList('passengerIds'),
    ordersDone: t.exposeInt('ordersDone'),
    rowsErased: t.exposeInt('rowsErased'),
    auditValues: t.exposeInt('auditValues'),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was requested.' }),
    requestedBy: t.field({
      type: User,
      description: 'Who requested it.',
      select: (_args, _context, nested) => ({ requestedBy: nested(true) }),
      resolve: ({ requestedBy }) => requestedBy,
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

const visible = (context: Context): Prisma.PersonalDataErasureWhereInput => ({
  organizationId: { in: adminOrganizationIds(context) },
});

const MAX_ERASURES = 100;

builder.queryFields((t) => ({
  personalDataErasure: t.prismaField({
    type: Erasure,
    description: 'A requested erasure of personal data. For administrators of its organization.',
    args: { id: t.arg.int({ required: true, description: "The erasure's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const erasure = await context.db.personalDataErasure.findFirst({
        ...query,
        where: { AND: [{ id }, visible(context)] },
      });
      if (!erasure) throw notFound('Erasure');
      return erasure;
    },
  }),
  personalDataErasures: t.prismaField({
    type: [Erasure],
    description: 'The requested erasures of personal data of an organization, newest first. For its administrators.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization.' }),
      limit: t.arg.int({ defaultValue: 25, description: `The maximum number, at most ${MAX_ERASURES}.` }),
    },
    resolve: (query, _root, { organizationId, limit }, context) =>
      context.db.personalDataErasure.findMany({
        ...query,
        where: { organizationId: administeredOrganization(context, organizationId) },
        orderBy: { id: 'desc' },
        take: Math.min(Math.max(limit ?? 25, 1), MAX_ERASURES),
      }),
  }),
}));

builder.mutationField('erasePersonalData', (t) =>
  t.prismaField({
    type: Erasure,
    description:
      'Requests to erase the personal data of guests in orders: names, addresses, phone numbers, notes, values of tags, bodies of events, files of tickets, stored answers and values of the audit log. Amounts, products, places and times stay. It cannot be undone. A worker executes it; `personalDataErasure` says how far it is. For administrators of the organization.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization of the orders.' }),
      orderIds: t.arg.intList({ required: true, description: 'The orders, at most 100.' }),
      passengerIds: t.arg.intList({
        description:
          'Only these passengers of the orders; left out: all. What may name any of them, such as notes and bodies of events, is erased all the same.',
      }),
      evenIfNeeded: t.arg.boolean({
        description: 'Confirms that also orders are erased that are in the cart, or have not ended.',
      }),
    },
    resolve: async (query, _root, args, context) => {
      const chosen = await chosenGuests(context, args);
      if (args.evenIfNeeded !== true) await refuseNeeded(context, chosen.orderIds);
      const id = await request(context, chosen);
      return context.db.personalDataErasure.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

/** @throws conflict that names the orders whose data is still needed */
async function refuseNeeded({ db, now }: Context, ids: readonly number[]): Promise<void> {
  const orders = await db.order.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, status: true, endsAt: true },
    orderBy: { id: 'asc' },
  });
  const needed = orders.filter((order) => holdOf(order, now) !== null).map(({ id }) => id);
  if (needed.length > 0)
    throw conflict(
      `These orders are in the cart or have not ended: ${needed.join(', ')}. Cancel them, or confirm that their data is erased nevertheless.`,
    );
}

type Chosen = Awaited<ReturnType<typeof chosenGuests>>;

const request = (context: Context, { organizationId, orderIds, passengerIds }: Chosen): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    const requestedById = actorOf(context).userId;
    const { id } = await tx.personalDataErasure.create({
      data: {
        organizationId,
        requestedById,
        orderIds,
        passengerIds,
        requestId: context.requestId,
        requestedAt: context.now,
      },
      select: { id: true },
    });
    const line = { entity: 'personal-data-erasure', entityId: id, organizationId };
    await audit(tx, context, [{ ...line, action: 'personal-data.request-erasure', after: { orders: orderIds } }]);
    await queueErasure(tx, { id, organizationId });
    return id;
  });
