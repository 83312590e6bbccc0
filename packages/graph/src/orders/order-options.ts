import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Right } from '../people/principals.ts';
import { peopleWho, User } from '../people/user.ts';
import { OrderStatus } from './booking.ts';
import { checkMove } from './move-status.ts';
import { changeableMembers, ORDER_MEMBERS } from './order-access.ts';
import { holdsPlaces, NO_PLACES, type Places, placesLeft } from './places.ts';
import { staffedOrder } from './staffed-order.ts';

type Order = Awaited<ReturnType<typeof staffedOrder>>;
type Status = typeof OrderStatus.$inferType;
type Move = { to: Status; refusal: string | null };

const STATUSES: readonly Status[] = ['InCart', 'Booked', 'Cancelled', 'Deleted'];

const StatusMove = builder.objectRef<Move>('OrderStatusMove').implement({
  description: 'A state to which an order could move.',
  fields: (t) => ({
    to: t.field({ type: OrderStatus, description: 'The other state.', resolve: ({ to }) => to }),
    isAllowed: t.boolean({ description: 'Whether it can move there now.', resolve: ({ refusal }) => refusal === null }),
    refusal: t.exposeString('refusal', { nullable: true, description: 'Why it can not; null where it can.' }),
  }),
});

const Member = builder.enumType('OrderMember', {
  description: 'A part of an order that is changed as one.',
  values: ORDER_MEMBERS,
});

const byName: Prisma.UserOrderByWithRelationInput[] = [{ name: 'asc' }, { id: 'asc' }];

const OrderOptions = builder.objectRef<Order>('OrderOptions').implement({
  description: 'Among what staff choose who edit an order. For staff of its organization.',
  fields: (t) => {
    const people = (right: Right, description: string) =>
      t.prismaField({
        type: [User],
        description,
        resolve: (query, { organizationId }, _args, context) =>
          context.db.user.findMany({ ...query, where: peopleWho(right, [organizationId], context), orderBy: byName }),
      });
    return {
      mayChange: t.field({
        type: [Member],
        description: 'What the viewer may change of the order; the rest is refused.',
        resolve: (order, _args, context) => changeableMembers(context, order),
      }),
      statusMoves: t.field({
        type: [StatusMove],
        description: 'The other states, each with why the order can not move there, if it can not.',
        resolve: (order, _args, context) => movesOf(context, order),
      }),
      drivers: people('drive', 'Who may drive its transfers, by name.'),
      tourGuides: people('guide', 'Who may guide it, by name.'),
      contactPersons: people('contact', 'Who may be its contact person, by name.'),
      pickupPlaces: t.prismaField({
        type: ['PickupPlace'],
        description: 'Where the guests of what was booked are picked up, in the order of the catalogue.',
        resolve: (query, { id }, _args, { db }) =>
          db.pickupPlace.findMany({
            ...query,
            where: { pickupOptions: { serviceLevel: { bookings: { some: { orderId: id } } } } },
            orderBy: [{ pickupOptionsId: 'asc' }, { position: 'asc' }, { id: 'asc' }],
          }),
      }),
    };
  },
});

async function movesOf(context: Context, order: Order): Promise<Move[]> {
  const gone = await placesAreGone(context, order);
  const lacks = (to: Status) => (holdsPlaces(to) && gone ? NO_PLACES : null);
  const others = STATUSES.filter((to) => to !== order.status);
  return others.map((to) => ({ to, refusal: refusalOf(context, order.status, to) ?? lacks(to) }));
}

function refusalOf(context: Context, from: Status, to: Status): string | null {
  try {
    checkMove(context, from, to);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** Whether places that the order would have to take are gone; expired holds of others count as free. */
async function placesAreGone({ db, now }: Context, { id, status }: Order): Promise<boolean> {
  const needs = await db.$queryRaw<Places[]>`
    SELECT availability_id AS "availabilityId", sum(quantity - places_held)::int AS places FROM booking
    WHERE order_id = ${id} AND status = ${status}::order_status GROUP BY availability_id`;
  const departures = needs.map(({ availabilityId }) => availabilityId);
  const left = await placesLeft(db, departures, [id], now);
  return needs.some(({ availabilityId, places }) => places > (left.get(availabilityId) ?? 0));
}

builder.queryField('orderOptions', (t) =>
  t.field({
    type: OrderOptions,
    description: 'Among what staff choose who edit an order. For staff of its organization.',
    args: { orderId: t.arg.int({ required: true, description: "The order's id." }) },
    resolve: (_root, { orderId }, context) => staffedOrder(context, orderId),
  }),
);
