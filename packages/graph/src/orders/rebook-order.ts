import { execute, Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { endedDeclines } from '../shared/ended-declines.ts';
import { type Write, writePlan } from '../shared/plans.ts';
import { actorOf } from '../shared/principals.ts';
import { isSameRequest, requestHash } from '../shared/request-hash.ts';
import { refuseOverLimits } from './category-limits.ts';
import { changingOrder } from './changing-order.ts';
import { commitChanges } from './commit-changes.ts';
import { refuseLongHold, renewedHold } from './hold-limit.ts';
import { type LockedOrder, lockOrders } from './lock-orders.ts';
import { checkMove } from './move-status.ts';
import type { OrderRows } from './order.ts';
import { mayRebook } from './order-access.ts';
import { type BookOrder, BookOrderInput, type Rebooking, RebookingInput } from './order-inputs.ts';
import { lackOfPlaces, moveBookings } from './places.ts';
import { planLevel, readOffered } from './plan-booking.ts';
import { checkRebookable, planRebooking, readFormerSale, soldText } from './plan-rebooking.ts';
import { realize } from './plan-transfer.ts';
import { refuseOtherOutcome } from './rebooking-outcome.ts';
import { type Replacement, replaceBooking, transferText } from './replace-booking.ts';
import { refuseStale } from './update-orders.ts';

type Versions = { versions?: readonly number[] | null };
type Rebook = { orderId: number; serviceLevelId: number; input: Rebooking; outcome?: string | null } & Versions;
type ChangeHold = { orderId: number; serviceLevelId: number; input: BookOrder } & Versions;

/** @throws not found */
async function changing<Answer>(
  context: Context,
  { orderId, versions }: { orderId: number } & Versions,
  change: (tx: Tx, inside: Context, order: LockedOrder) => Promise<Answer>,
): Promise<Answer> {
  const found = await changingOrder(context, orderId, versions, change);
  if (!found) throw notFound('Order');
  return found.changed;
}

const rebookOrder: Write<Rebook, OrderRows> = (args, context, answer) =>
  changing(context, args, async (tx, inside, order) => {
    if (args.versions) refuseStale([order], args.versions);
    const rebooking = await planRebooking(inside, order, args.serviceLevelId, args.input);
    if (args.outcome) await refuseOtherOutcome(inside, order, rebooking, args.outcome);
    const { plan, checkoutDate, columns } = rebooking;
    await replace(tx, inside, order, plan, {
      status: order.status === 'Booked' ? 'Booked' : 'InCart',
      checkoutDate,
      hasNewPassengers: false,
      contactPersonId: order.contactPersonId,
      referenceCode: order.referenceCode,
      ...columns,
    });
    return answer(tx, { where: { id: order.id } });
  });

const changeHold: Write<ChangeHold, OrderRows> = (args, context, answer) =>
  changing(context, args, async (tx, inside, order) => {
    const { input, serviceLevelId, versions } = args;
    const status = input.pendingBooking === true ? 'InCart' : 'Booked';
    if (!mayRebook(inside, order)) throw forbidden('You may not change this order.');
    const hash = requestHash(actorOf(inside).userId, serviceLevelId, input, versions);
    // A request that is repeated because its answer was lost books once.
    if (order.status === 'Booked' && (await isBookedBy(tx, order.id, hash)))
      return answer(tx, { where: { id: order.id } });
    if (versions) refuseStale([order], versions);
    if (order.status !== 'InCart') throw conflict('This order is no longer in the cart.');
    await checkRebookable(inside, order);
    checkMove(inside, order.status, status);
    const role = { id: order.roleId, organizationId: order.organizationId, clientId: order.clientId };
    const offered = await readOffered(inside, role, serviceLevelId, input.details ?? {});
    const { level } = offered;
    const plan = await planLevel(inside, role, offered, input);
    if (inside.settings.categoryLimits) refuseOverLimits(plan.passengers);
    const place = { organizationId: order.organizationId, cityId: level.product.cityId };
    const [pickup, dropoff] = await realize(tx, [
      { plan: plan.pickup, place },
      { plan: plan.dropoff, place },
    ]);
    const empty = { date: null, time: null, driverId: null, pointId: null };
    await replace(tx, inside, order, plan, {
      status,
      checkoutDate: input.details?.checkoutDate ?? null,
      hasNewPassengers: true,
      pickup: { ...empty, ...pickup },
      dropoff: { ...empty, ...dropoff },
      contactPersonId: plan.contactPersonId,
      tourGuideId: plan.tourGuideId,
      referenceCode: input.referenceCode || null,
      bookedByHash: status === 'Booked' ? hash : null,
    });
    return answer(tx, { where: { id: order.id } });
  });

/** Whether an order that held places became booked by this very request. */
async function isBookedBy(tx: Tx, id: number, hash: Uint8Array): Promise<boolean> {
  const order = await tx.order.findUniqueOrThrow({ where: { id }, select: { bookedByHash: true } });
  return isSameRequest(order.bookedByHash, hash);
}

/** Writes a new booking of an order, records what differs, and emits one event. */
async function replace(
  tx: Tx,
  context: Context,
  order: LockedOrder,
  plan: Parameters<typeof replaceBooking>[3],
  change: Replacement,
): Promise<void> {
  const before = await recordedOf(tx, order);
  await replaceBooking(tx, context, order, plan, change);
  const [changed] = await lockOrders(tx, context, [order.id]);
  const after = changed ? await recordedOf(tx, changed) : {};
  const differing = Object.keys(after).filter((member) => before[member] !== after[member]);
  const only = (values: Prisma.InputJsonObject) =>
    Object.fromEntries(differing.map((member) => [member, values[member] ?? null]));
  const { id: orderId, organizationId, version } = order;
  const isMoved = ['product', 'startsAt'].some((member) => differing.includes(member));
  const others = changed ? endedDeclines([{ orderId, before: order, after: changed, isMoved }]) : [];
  await commitChanges(
    tx,
    context,
    [
      {
        orderId,
        organizationId,
        version: version + 1,
        action: 'order.rebook',
        before: only(before),
        after: only(after),
      },
    ],
    [{ others }],
  );
}

async function recordedOf(tx: Tx, order: LockedOrder): Promise<Prisma.InputJsonObject> {
  const former = await readFormerSale(tx, order.id);
  const { status, tourGuideId, contactPersonId, referenceCode } = order;
  return {
    ...soldText(former),
    passengers: former.passengers.length,
    status,
    tourGuideId,
    contactPersonId,
    referenceCode,
    ...transferText('pickup', order.pickup),
    ...transferText('dropoff', order.dropoff),
  };
}

const renewHold: Write<{ orderId: number }, OrderRows> = (args, context, answer) =>
  changing(context, args, async (tx, inside, order) => {
    if (!mayRebook(inside, order)) throw forbidden('You may not change this order.');
    if (order.status !== 'InCart') throw conflict('This order is no longer in the cart.');
    refuseLongHold(inside, order);
    const moved = await moveBookings(tx, inside, [order], 'InCart', renewedHold(inside, order));
    if (moved.length > 0)
      await execute(tx, Prisma.sql`WITH ${Prisma.join(moved)} SELECT count(*) FROM moved_bookings`, lackOfPlaces);
    const { id: entityId, organizationId } = order;
    await audit(tx, inside, [{ action: 'order.renew-hold', entity: 'order', entityId, organizationId }]);
    return answer(tx, { where: { id: order.id } });
  });

const orderId = { required: true, description: "The order's id." } as const;
const serviceLevelId = { required: true, description: 'Id of the service level.' } as const;
const versions = {
  description: 'Refuses the change unless the order still has one of these versions, as in `updateOrder`.',
} as const;

builder.mutationFields((t) => ({
  rebookOrder: t.prismaField({
    type: 'Order',
    description:
      'Moves an order to another departure, rate, service level or product, at its current price: releases the former places and takes the new ones, all or nothing. The passengers stay, and a stay keeps the number of its days unless `checkoutDate` is given. For staff and the partner who sold it.',
    args: {
      orderId: t.arg.int(orderId),
      serviceLevelId: t.arg.int(serviceLevelId),
      input: t.arg({ type: RebookingInput, required: true, description: 'The new departure and rate.' }),
      versions: t.arg.intList(versions),
      outcome: t.arg.string({
        description:
          '`RebookingQuote.outcome` that was shown: refuses the rebooking where its price, its effects or its clashes are no longer the same.',
      }),
    },
    extensions: writePlan('Order', rebookOrder),
    resolve: (query, _root, args, context) =>
      rebookOrder(args, context, (tx, rows) => tx.order.findFirstOrThrow({ ...query, ...rows })),
  }),
  changeHold: t.prismaField({
    type: 'Order',
    description:
      'Books anew what an order in the cart holds, with other passengers, and begins its hold anew as `renewHold` does; with `pendingBooking` false the order becomes `Booked`. The request that booked an order can be repeated, and answers with the order as it is; any other change of an order that is booked is refused. Tags are not changed.',
    args: {
      orderId: t.arg.int(orderId),
      serviceLevelId: t.arg.int(serviceLevelId),
      input: t.arg({ type: BookOrderInput, required: true, description: 'The whole booking and its passengers.' }),
      versions: t.arg.intList(versions),
    },
    extensions: writePlan('Order', changeHold),
    resolve: (query, _root, args, context) =>
      changeHold(args, context, (tx, rows) => tx.order.findFirstOrThrow({ ...query, ...rows })),
  }),
  renewHold: t.prismaField({
    type: 'Order',
    description:
      'Begins the hold of an order in the cart anew, and takes its places again if they were released; within a time after its creation, else it is refused. The order keeps its version, and no event is emitted, as when a hold expires.',
    args: { orderId: t.arg.int(orderId) },
    extensions: writePlan('Order', renewHold),
    resolve: (query, _root, args, context) =>
      renewHold(args, context, (tx, rows) => tx.order.findFirstOrThrow({ ...query, ...rows })),
  }),
}));
