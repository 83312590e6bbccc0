import { createFactories, type Factories, type Offer, type TestDatabase } from '@channel/prisma/testing';
import type { Context } from '../context.ts';
import { type BookedOrder, book } from './book.ts';
import { contextFor } from './context.ts';
import { answer } from './run.ts';

const PARTS = 'id: databaseId status version totalPrices { sold { amount } } bookings { id: databaseId holdExpiresAt }';
export const REBOOK = `mutation ($orderId: SafeInt!, $level: SafeInt!, $input: RebookingInput!, $versions: [Int!]) {
  order: rebookOrder(orderId: $orderId, serviceLevelId: $level, input: $input, versions: $versions) { order { ${PARTS} } } }`;
export const HOLD = `mutation ($orderId: SafeInt!, $level: SafeInt!, $input: BookOrderInput!, $versions: [Int!]) {
  order: changeHold(orderId: $orderId, serviceLevelId: $level, input: $input, versions: $versions) { order { ${PARTS} } } }`;
export const RENEW = `mutation ($orderId: SafeInt!) { order: renewHold(orderId: $orderId) { order { ${PARTS} } } }`;
export const MOVE =
  'mutation ($id: SafeInt!, $status: OrderStatus!) { updateOrders(orders: { ids: [$id] }, input: { status: $status }) { orders { id: databaseId } } }';

/** The order of an answer to `REBOOK`, `HOLD` or `RENEW`. */
export type Answer = {
  order: { id: number; status: string; version: number; bookings: { id: number; holdExpiresAt: string | null }[] };
};

/** A seller whose orders are held, booked and rebooked. */
export async function sellingScene({ db }: TestDatabase) {
  const make = createFactories(db);
  const seller = await make.userWith([
    'products.book',
    'orders.view-all',
    'console.access',
    'transfers.drive',
    'tours.guide',
  ]);
  const emitted: { operation: string; version: number }[] = [];
  const emit: Context['emit'] = async (_tx, _context, changes) => void emitted.push(...changes);
  const context: Context = { ...(await contextFor(db, seller.id)), emit };
  const input = ({ departure }: Offer, more: object = {}) => ({ details: { availabilityId: departure.id }, ...more });
  return {
    make,
    seller,
    context,
    /** The events of the orders so far. */
    emitted,
    offer: (parts: Parameters<Factories['offer']>[1] = {}) => make.offer([seller.role.id], parts),
    input,
    /** Books an order of two passengers. */
    booked: ({ level, departure }: Offer, more: object = {}): Promise<BookedOrder> =>
      book(context, {
        role: seller.role,
        level,
        input: {
          leader: { firstName: 'Ann' },
          passengers: [{ firstName: 'Bo' }],
          details: { availabilityId: departure.id },
          ...more,
        },
      }),
    /** Moves an order to another status. */
    move: (id: number, status: string) => answer(MOVE, { id, status }, context),
    /** The variables of `REBOOK` to another offer. */
    to: (order: { id: number }, target: Offer, more: object = {}) => ({
      orderId: order.id,
      level: target.level.id,
      input: input(target, more),
    }),
    /** The number of places that are taken of each offer. */
    takenOf: async (...offers: Offer[]) =>
      Promise.all(
        offers.map(
          async ({ departure }) => (await db.availability.findUniqueOrThrow({ where: { id: departure.id } })).booked,
        ),
      ),
    rowOf: (id: number) =>
      db.order.findUniqueOrThrow({
        where: { id },
        include: {
          bookings: { include: { passengers: true, tags: true } },
          passengers: { orderBy: { position: 'asc' } },
          pickup: true,
          dropoff: true,
          tickets: true,
        },
      }),
  };
}

export type SellingScene = Awaited<ReturnType<typeof sellingScene>>;
