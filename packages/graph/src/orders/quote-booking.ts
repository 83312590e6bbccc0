import { builder } from '../builder.ts';
import type { Context, PlannedOrder } from '../context.ts';
import { notFound } from '../errors.ts';
import { type PriceColumns, Prices } from '../shared/money.ts';
import { inLanguage } from '../shared/translation.ts';
import { refuseOverLimits } from './category-limits.ts';
import { type LockedOrder, readOrders } from './lock-orders.ts';
import { BookOrderInput, RebookingInput } from './order-inputs.ts';
import type { OrderTimes } from './order-times.ts';
import { placesFor, placesLeft } from './places.ts';
import { type BookingPlan, planBooking, totalOf } from './plan-booking.ts';
import { type FormerSale, isUnmoved, planRebooking, type RebookingEffect } from './plan-rebooking.ts';
import { heldAssignments, plannedOrder } from './planned-order.ts';
import { type Amounts, sum } from './pricing.ts';
import { outcomeOf } from './rebooking-outcome.ts';
import { timesOfPlan } from './write-booking.ts';

type Line = { title: string; quantity: number; prices: PriceColumns };
type Quote = OrderTimes & {
  total: PriceColumns;
  lines: Line[];
  quantity: number;
  days: number;
  placesLeft: number;
  /** The given order as it would be; null without one. */
  planned: PlannedOrder | null;
};

const QuoteLine = builder.objectRef<Line>('QuoteLine').implement({
  description: 'The places of a quote that are priced alike.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The price category, or the service level where items are sold.' }),
    quantity: t.exposeInt('quantity', { description: 'How many places or items.' }),
    prices: t.field({ type: Prices, description: 'Their sum.', resolve: ({ prices }) => prices }),
  }),
});

export const BookingQuote = builder.objectRef<Quote>('BookingQuote').implement({
  description: 'What a booking would cost now. Nothing is booked or held.',
  fields: (t) => ({
    total: t.field({ type: Prices, description: 'The exact sum of its prices.', resolve: ({ total }) => total }),
    lines: t.field({
      type: [QuoteLine],
      description: 'The prices by price category; one line where items are sold.',
      resolve: ({ lines }) => lines,
    }),
    quantity: t.exposeInt('quantity', { description: 'The places that it takes on each day.' }),
    days: t.exposeInt('days', { description: 'The booked days; more than one for a stay.' }),
    placesLeft: t.exposeInt('placesLeft', {
      description:
        'Places that it could take, on the day that has the fewest; those that the given order holds count as free.',
    }),
    startsAtLocal: t.expose('startsAtLocal', {
      type: 'LocalDateTime',
      nullable: true,
      description: 'When it starts, in local time; null for a pass.',
    }),
    endsAtLocal: t.expose('endsAtLocal', {
      type: 'LocalDateTime',
      nullable: true,
      description: 'When it ends, in local time; null for a pass.',
    }),
  }),
});

const priced = (currencyCode: string, { original, agent, sold }: Amounts): PriceColumns => ({
  currencyCode,
  original,
  agent,
  sold,
});

function linesOf({ days, passengers, level, quantity, currencyCode }: BookingPlan, lang: string): Line[] {
  const items = days.flatMap(({ itemPrice }) => itemPrice ?? []);
  if (items.length > 0)
    return [
      { title: inLanguage<'title', string>(level, 'title', lang), quantity, prices: priced(currencyCode, sum(items)) },
    ];
  const seats = passengers.map(({ category }, index) => ({
    category,
    prices: days.flatMap(({ seatPrices }) => seatPrices[index] ?? []),
  }));
  return [...Map.groupBy(seats, ({ category }) => category?.id).values()].map((same) => ({
    title: same[0]?.category ? inLanguage<'title', string>(same[0].category, 'title', lang) : '',
    quantity: same.length,
    prices: priced(currencyCode, sum(same.flatMap(({ prices }) => prices))),
  }));
}

/**
 * @param own the order whose places count as free
 * @param planned that order as it would be
 */
async function quoteOf(
  context: Context,
  plan: BookingPlan,
  own: LockedOrder | null,
  planned: PlannedOrder | null,
): Promise<Quote> {
  const ids = plan.days.map(({ departure }) => departure.availabilityId);
  const { db, now } = context;
  // A hold may change meanwhile: its places are read with the others.
  const free = await (own ? placesFor(db, ids, own.id, now) : placesLeft(db, ids, [], now));
  return {
    total: priced(plan.currencyCode, totalOf(plan.days)),
    lines: linesOf(plan, context.lang),
    quantity: plan.quantity,
    days: plan.days.length,
    placesLeft: Math.min(...ids.map((id) => free.get(id) ?? 0)),
    ...timesOfPlan(context, plan),
    planned,
  };
}

const Effect = builder.enumType('RebookingEffect', {
  description: 'What a rebooking does to an order besides its departure and its price.',
  values: {
    pickupMoved: { description: 'The pickup moves with the start.' },
    pickupRemoved: {
      description: 'The pickup is removed: there is none at the new service level, or in another city.',
    },
    dropoffMoved: { description: 'The drop-off moves with the end, or with the start where an end is not known.' },
    dropoffRemoved: { description: 'The drop-off is removed, as the pickup would be.' },
    guideRemoved: { description: 'The tour guide is removed: the new service level has none.' },
    ticketsReplaced: { description: 'The tickets are replaced by those of the new product.' },
    ticketsRemoved: { description: 'The tickets are removed: the new product has none.' },
    categoriesChanged: { description: 'Passengers get another price category.' },
    daysChanged: { description: 'Another number of days is booked: `days` of the quote.' },
  } as const satisfies Record<RebookingEffect, { description: string }>,
});

type Rebooked = {
  quote: Quote;
  before: PriceColumns;
  isUnmoved: boolean;
  effects: RebookingEffect[];
  outcome: string;
};

const beforeOf = ({ currencyCode, totalOriginal, totalAgent, totalSold }: FormerSale): PriceColumns => ({
  currencyCode,
  original: totalOriginal,
  agent: totalAgent,
  sold: totalSold,
});

/** The difference of two prices; nothing where they have different currencies, or there was no price. */
function difference(before: PriceColumns, after: PriceColumns): PriceColumns | null {
  if (before.currencyCode.trim() !== after.currencyCode.trim()) return null;
  const less = (one: PriceColumns['sold'], other: PriceColumns['sold']) => one && other && one.sub(other);
  return {
    currencyCode: after.currencyCode,
    original: less(after.original, before.original),
    agent: less(after.agent, before.agent),
    sold: less(after.sold, before.sold),
  };
}

const RebookingQuote = builder.objectRef<Rebooked>('RebookingQuote').implement({
  description: 'What a rebooking would do now. Nothing is changed.',
  fields: (t) => ({
    quote: t.field({ type: BookingQuote, description: 'The new booking.', resolve: ({ quote }) => quote }),
    before: t.field({ type: Prices, description: 'The price of the order now.', resolve: ({ before }) => before }),
    difference: t.field({
      type: Prices,
      nullable: true,
      description: 'The new price less the former one; null where their currencies differ.',
      resolve: ({ before, quote }) => difference(before, quote.total),
    }),
    isUnmoved: t.exposeBoolean('isUnmoved', {
      description:
        'Whether the order has these departures at these rates already. Its number of items, its price categories and its prices may still change.',
    }),
    effects: t.field({
      type: [Effect],
      description: 'What else changes in the order.',
      resolve: ({ effects }) => effects,
    }),
    outcome: t.exposeString('outcome', {
      description: 'Identifies the price, the effects and the clashes of the quote, for `rebookOrder`.',
    }),
  }),
});

/** The visible order, without a lock. @throws not found */
async function readOrder(context: Context, id: number): Promise<LockedOrder> {
  const [order] = await readOrders(context.db, context, [id]);
  if (!order) throw notFound('Order');
  return order;
}

builder.queryFields((t) => ({
  bookingQuote: t.field({
    type: BookingQuote,
    description:
      'What `bookOrder` would charge for the same input: the checks and prices are the same, and refusals have the same paths. Sold-out departures are quoted, with the places that are left.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer that may book.' }),
      serviceLevelId: t.arg.int({ required: true, description: 'Id of the service level.' }),
      input: t.arg({ type: BookOrderInput, required: true, description: 'The booking and its passengers.' }),
      orderId: t.arg.int({ description: 'An order in the cart, whose places count as free.' }),
    },
    resolve: async (_root, { role, serviceLevelId, input, orderId }, context) => {
      const plan = await planBooking(context, role, serviceLevelId, input);
      if (context.settings.categoryLimits) refuseOverLimits(plan.passengers);
      const own = typeof orderId === 'number' ? await readOrder(context, orderId) : null;
      return quoteOf(context, plan, own, own && plannedOrder(context, own, plan, heldAssignments(plan)));
    },
  }),
  rebookingQuote: t.field({
    type: RebookingQuote,
    description:
      'What `rebookOrder` would do for the same input, with its refusals. For staff and the partner who sold it.',
    args: {
      orderId: t.arg.int({ required: true, description: "The order's id." }),
      serviceLevelId: t.arg.int({ required: true, description: 'Id of the new service level.' }),
      input: t.arg({ type: RebookingInput, required: true, description: 'The new departure and rate.' }),
    },
    resolve: async (_root, { orderId, serviceLevelId, input }, context) => {
      const order = await readOrder(context, orderId);
      const rebooking = await planRebooking(context, order, serviceLevelId, input);
      const { plan, former, effects, columns } = rebooking;
      return {
        quote: await quoteOf(context, plan, order, plannedOrder(context, order, plan, columns)),
        before: beforeOf(former),
        isUnmoved: isUnmoved(rebooking),
        effects,
        outcome: await outcomeOf(context, order, rebooking),
      };
    },
  }),
}));
