import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { peopleWho, User } from '../people/user.ts';
import type { Right } from '../shared/principals.ts';
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
  description: 'A possible next state of an order.',
  fields: (t) => ({
    to: t.field({ type: OrderStatus, description: 'The next state.', resolve: ({ to }) => to }),
    isAllowed: t.boolean({
      description: 'Whether the order can move to this state now.',
      resolve: ({ refusal }) => refusal === null,
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Why the order can not move to this state; null where it can.',
    }),
  }),
});

const Member = builder.enumType('OrderMember', {
  description: 'A part of an order that is changed as a whole.',
  values: ORDER_MEMBERS,
});

const byName: Prisma.UserOrderByWithRelationInput[] = [{ name: 'asc' }, { id: 'asc' }];

const OrderOptions = builder.objectRef<Order>('OrderOptions').implement({
  description: 'The options for editing an order: states, people and pickup places. For staff of its organization.',
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
        description: 'The parts of the order that the viewer may change; changes of other parts are refused.',
        resolve: (order, _args, context) => changeableMembers(context, order),
      }),
      statusMoves: t.field({
        type: [StatusMove],
        description: 'The other states, each with the reason why the order can not move to it, if any.',
        resolve: (order, _args, context) => movesOf(context, order),
      }),
      drivers: people('drive', 'People who may drive its transfers, sorted by name.'),
      tourGuides: people('guide', 'People who may be its tour guide, sorted by name.'),
      contactPersons: people('contact', 'People who may be its contact person, sorted by name.'),
      pickupPlaces: t.prismaField({
        type: ['PickupPlace'],
        description: 'The pickup places of the booked service level, in the order of the catalogue.',
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

/** Whether the places that the order would have to take are sold out; expired holds of other orders count as free. */
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
    description: 'The options for editing an order. For staff of its organization.',
    args: { orderId: t.arg.int({ required: true, description: "The order's id." }) },
    resolve: (_root, { orderId }, context) => staffedOrder(context, orderId),
  }),
);
