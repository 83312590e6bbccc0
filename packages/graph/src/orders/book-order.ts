import { atTheEnd, inTransaction, isClient, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { type Write, writePlan } from '../shared/plans.ts';
import { actorOf } from '../shared/principals.ts';
import { refuseOtherRequest, requestHash } from '../shared/request-hash.ts';
import { lockRows } from '../shared/rows.ts';
import { refuseOverLimits } from './category-limits.ts';
import type { OrderRows } from './order.ts';
import { type BookOrder, BookOrderInput } from './order-inputs.ts';
import { expectPlaces, isLackOfPlaces, NO_PLACES, type Places, placesLeft, takePlaces } from './places.ts';
import { type BookingPlan, planBooking } from './plan-booking.ts';
import { idsFor, writeBooking } from './write-booking.ts';

type Booking = { role: string; serviceLevelId: number; input: BookOrder };

const bookOrder: Write<Booking, OrderRows> = async (booking, context, answer) => {
  try {
    return await bookOnce(booking, context, answer);
  } catch (error) {
    if (isLackOfPlaces(error)) context.onBooking?.('sold_out');
    throw error;
  }
};

const bookOnce: Write<Booking, OrderRows> = async ({ role, serviceLevelId, input }, context, answer) => {
  const hash = requestHash(role, serviceLevelId, input);
  const repeated = await bookedBefore(context, input, hash);
  // First, because the order of the first request may have taken the last places.
  if (repeated) return inTransaction(context.db, (tx) => answer(tx, { where: { id: repeated.id } }));
  const plan = await planBooking(context, role, serviceLevelId, input);
  const wanted = placesOf(plan);
  const isShort = plan.days.some(({ departure }) => departure.remaining < plan.quantity);
  if (isShort) await checkPlaces(context, wanted);
  // After the check of places: a sold-out departure is reported as such, not as a violated category limit.
  if (context.settings.categoryLimits) refuseOverLimits(plan.passengers);
  let isMade = false;
  const book = (mayRelease: boolean) =>
    inTransaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      // Serializes the bookings with a key of one user.
      if (input.key) await lockRows(tx, 'User', { id: actorOf(context).userId });
      const former = await bookedBefore(inside, input, hash);
      isMade = !former;
      if (former) return atTheEnd(tx, () => answer(tx, { where: { id: former.id } }));
      const ids = await idsFor(tx, plan, input);
      // Checked again, because concurrent bookings may have waited here.
      if (!mayRelease) await expectPlaces(tx, wanted);
      await writeBooking(tx, inside, plan, input, ids, hash);
      await announce(tx, inside, plan, ids.orderId);
      const answered = await atTheEnd(tx, () => answer(tx, { where: { id: ids.orderId } }));
      // Last, so that the contended row of the departure is locked for the shortest time.
      await takePlaces(tx, wanted, context.now, mayRelease);
      return answered;
    });
  // A refusal ends the transaction of a caller: there is no second try.
  const mayRelease = isShort || !isClient(context.db);
  const first = await book(mayRelease).catch(async (error: unknown) => {
    if (mayRelease || !isLackOfPlaces(error)) throw error;
    await checkPlaces(context, wanted);
    return book(true);
  });
  const order = await first.result;
  if (isMade) context.onBooking?.('made');
  return order;
};

/** The order of an earlier booking of the actor with the same key. @throws a validation error for another booking */
async function bookedBefore(context: Context, { key }: BookOrder, hash: Uint8Array): Promise<{ id: number } | null> {
  if (!key) return null;
  const where = { issuerId: actorOf(context).userId, key };
  const former = await context.db.order.findFirst({ where, select: { id: true, requestHash: true } });
  if (former) refuseOtherRequest(former.requestHash, hash);
  return former;
}

const announce = (tx: Tx, context: Context, { role: { organizationId } }: BookingPlan, orderId: number) =>
  context.emit(tx, context, [{ operation: 'create', orderId, version: 1, organizationId }]);

builder.mutationField('bookOrder', (t) =>
  t.prismaField({
    type: 'Order',
    description:
      'Books a service level through a role: takes the places, freezes the booked details and the prices, and answers with the order. A place is never sold twice.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer that may book.' }),
      serviceLevelId: t.arg.int({ required: true, description: 'Id of the service level.' }),
      input: t.arg({ type: BookOrderInput, required: true, description: 'The booking and its passengers.' }),
    },
    extensions: writePlan('Order', bookOrder),
    resolve: (query, _root, args, context) =>
      bookOrder(args, context, (tx, rows) => tx.order.findFirstOrThrow({ ...query, ...rows })),
  }),
);

const placesOf = ({ days, quantity }: BookingPlan): Places[] =>
  days.map(({ departure: { availabilityId } }) => ({ availabilityId, places: quantity }));

/**
 * Refuses a booking early if a departure has not enough places, also if expired holds are released.
 *
 * @throws conflict when one of the days is sold out
 */
async function checkPlaces({ db, now }: Context, wanted: readonly Places[]): Promise<void> {
  const ids = wanted.map(({ availabilityId }) => availabilityId);
  const left = await placesLeft(db, ids, [], now);
  if (wanted.some(({ availabilityId, places }) => places > (left.get(availabilityId) ?? 0))) throw conflict(NO_PLACES);
}
