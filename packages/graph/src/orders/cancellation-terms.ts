import type { TimeUnit } from '@channel/prisma';
import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { addDays, instantOf } from '../shared/calendar.ts';
import { type PriceColumns, Prices } from '../shared/money.ts';
import { inLanguage } from '../shared/translation.ts';
import type { BookedDetailsShape } from './booked-details.ts';
import { type Amounts, sum } from './pricing.ts';
import { staffedOrder } from './staffed-order.ts';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000 };

/** A penalty as it was sold, with the instant from which it is due where that is known. */
type DuePenalty = { time: number; percentage: number; from: Date | null; applies: boolean };

type Start = { startsAt: Date | null; startsAtLocal: Date | null; timeZone: string };

/**
 * The penalties of a rate, earliest first. A penalty is due from its time before the start on, until the next one; of
 * two with the same time, the higher one. Days are calendar days at the place, hours and minutes are elapsed time.
 *
 * @param unit `none` where it is not known: then no penalty has an instant, and none is known to apply
 */
export function duePenalties(
  penalties: readonly { time: number; percentage: number }[],
  { startsAt, startsAtLocal, timeZone }: Start,
  unit: TimeUnit,
  now: Date,
): DuePenalty[] {
  const fromOf = (time: number): Date | null => {
    if (unit === 'none' || !startsAt || !startsAtLocal) return null;
    if (unit === 'days') return instantOf(addDays(startsAtLocal, -time), timeZone);
    return new Date(startsAt.getTime() - time * UNIT_MS[unit]);
  };
  const sorted = [...penalties].sort(
    (one, other) => other.time - one.time || Number(one.percentage) - Number(other.percentage),
  );
  const due = sorted.map(({ time, percentage }) => ({ time, percentage: Number(percentage), from: fromOf(time) }));
  const last = due.findLastIndex(({ from }) => from !== null && from <= now);
  return due.map((penalty, index) => ({ ...penalty, applies: index === last }));
}

type Terms = {
  rateTitle: string;
  description: string | null;
  unit: TimeUnit;
  penalties: DuePenalty[];
  charge: PriceColumns | null;
};

export const PenaltyUnit = builder.enumType('PenaltyUnit', {
  description: 'The unit of the times of cancellation penalties.',
  values: {
    none: { description: 'Not set: nothing is computed.' },
    minutes: { description: 'Minutes.' },
    hours: { description: 'Hours.' },
    days: { description: 'Calendar days at the place.' },
  } as const satisfies Record<TimeUnit, object>,
});

const DuePenaltyType = builder.objectRef<DuePenalty>('DuePenalty').implement({
  description: 'A penalty for cancelling an order.',
  fields: (t) => ({
    time: t.exposeInt('time', { description: 'How long before the start it begins, in the unit of the terms.' }),
    percentage: t.field({
      type: 'Decimal',
      description: 'Share of the price that is lost, in percent.',
      resolve: ({ percentage }) => new Prisma.Decimal(percentage),
    }),
    from: t.expose('from', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is due; null where the unit is not set, or the order has no start.',
    }),
    applies: t.exposeBoolean('applies', { description: 'Whether a cancellation now has this penalty.' }),
  }),
});

const CancellationTerms = builder.objectRef<Terms>('CancellationTerms').implement({
  description: 'The cancellation policy of a rate of an order, as it was sold.',
  fields: (t) => ({
    rateTitle: t.exposeString('rateTitle', { description: 'The rate.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The policy in words; null where there are none.',
    }),
    unit: t.field({
      type: PenaltyUnit,
      description: 'The unit of the times: that of the organization, else `PENALTY_UNIT`.',
      resolve: ({ unit }) => unit,
    }),
    penalties: t.field({
      type: [DuePenaltyType],
      description: 'The penalties, earliest first.',
      resolve: ({ penalties }) => penalties,
    }),
    charge: t.field({
      type: Prices,
      nullable: true,
      description:
        'What a cancellation costs now; null where that is not known: without a unit, a start or any penalty.',
      resolve: ({ charge }) => charge,
    }),
  }),
});

const share = ({ original, agent, sold }: Amounts, percentage: number): Amounts => {
  const of = (amount: Amounts['sold']) => amount.mul(percentage).div(100).toDecimalPlaces(2);
  return { original: of(original), agent: of(agent), sold: of(sold) };
};

async function termsOf(context: Context, orderId: number): Promise<Terms[]> {
  const order = await staffedOrder(context, orderId);
  const details = order.bookedDetails as BookedDetailsShape | null;
  const [{ penaltyUnit }, bookings] = await Promise.all([
    context.db.organization.findUniqueOrThrow({
      where: { id: order.organizationId },
      select: { penaltyUnit: true },
    }),
    context.db.booking.findMany({ where: { orderId, status: order.status }, include: { passengers: true } }),
  ]);
  const unit = penaltyUnit ?? context.settings.penaltyUnit;
  return (details?.rates ?? []).map((rate) => {
    const penalties = duePenalties(rate.penalties, order, unit, context.now);
    const prices = bookings
      .filter(({ rateId }) => rateId === rate.id)
      .flatMap((booking) => [booking, ...booking.passengers])
      .flatMap(({ original, agent, sold }) => (original && agent && sold ? [{ original, agent, sold }] : []));
    const isKnown = penalties.length > 0 && penalties.every(({ from }) => from !== null);
    const percentage = penalties.find(({ applies }) => applies)?.percentage ?? 0;
    return {
      rateTitle: inLanguage<'title', string>(rate, 'title', context.lang),
      description: inLanguage<'cancellationDescription', string | null>(rate, 'cancellationDescription', context.lang),
      unit,
      penalties,
      charge: isKnown ? { currencyCode: order.currencyCode, ...share(sum(prices), percentage) } : null,
    };
  });
}

builder.queryField('cancellationTerms', (t) =>
  t.field({
    type: [CancellationTerms],
    description:
      'The cancellation policies of an order, one for each rate at which it was sold, and what a cancellation costs now. For staff of its organization.',
    args: { orderId: t.arg.int({ required: true, description: "The order's id." }) },
    resolve: (_root, { orderId }, context) => termsOf(context, orderId),
  }),
);
