import { flag, listOf, oneOf, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

const STATUSES = ['InCart', 'Booked', 'Deleted', 'Cancelled'] as const;

const move = {
  ...oneOf('any', ...STATUSES.flatMap((from) => STATUSES.map((to) => `${from}>${to}` as const))),
  expected: `two statuses of ${STATUSES.join(', ')} such as Booked>Cancelled, or \`any\``,
};

/** Settings of bookings and orders. */
export const sellingSettings = (read: Read) => ({
  holdMinutes: read({
    name: 'HOLD_MINUTES',
    kind: whole(1, 10_080, 'minutes'),
    default: '30',
    about: 'How long an order with `pending_booking` holds its places.',
    facts: ['pending'],
  }),
  holdMaxMinutes: read({
    name: 'HOLD_MAX_MINUTES',
    kind: whole(1, 44_640, 'minutes'),
    default: '120',
    about:
      'How long after its creation an order in the cart can begin its hold anew (`renewHold`, `changeHold`, `rebookOrder`); `HOLD_MINUTES` where that is longer.',
  }),
  categoryLimits: read({
    name: 'CATEGORY_LIMITS',
    kind: flag,
    default: '1',
    about: 'Whether the minimum and maximum of price categories are enforced in bookings. With 0 they are only shown.',
    facts: ['category-limits'],
  }),
  maxStayDays: read({
    name: 'MAX_STAY_DAYS',
    kind: whole(1, 31, 'days'),
    default: '1',
    about:
      'Maximum number of days of a `daily` booking, from the check-in to the day before `checkout_date`: each day is sold with its place and price. 1 refuses a later check-out.',
    facts: ['checkout-date'],
  }),
  availabilityHorizonMonths: read({
    name: 'AVAILABILITY_HORIZON_MONTHS',
    kind: whole(1, 36, 'months'),
    default: '12',
    about: 'How far ahead availabilities are created from schedules.',
  }),
  rateWithoutId: read({
    name: 'RATE_WITHOUT_ID',
    kind: oneOf('refuse', 'cheapest'),
    default: 'refuse',
    about:
      'Handling of a booking by date and time that matches several rates: `refuse` responds with 422 and the rates, `cheapest` books the one with the lowest total.',
    facts: ['rate-choice'],
  }),
  cutOffUnit: read({
    name: 'CUT_OFF_UNIT',
    kind: oneOf('none', 'minutes', 'hours', 'days'),
    default: 'none',
    about:
      'Unit of `cut_off_time` for organizations that have not set their own. With `none` the number is shown and not enforced.',
    facts: ['units'],
  }),
  penaltyUnit: read({
    name: 'PENALTY_UNIT',
    kind: oneOf('none', 'minutes', 'hours', 'days'),
    default: 'none',
    about:
      'Unit of the `time` of cancellation penalties for organizations that have not set their own. With `none` the console shows the rules without amounts. v1 computes nothing from it.',
    facts: ['units'],
  }),
  durationUnit: read({
    name: 'DURATION_UNIT',
    kind: oneOf('none', 'minutes', 'hours', 'days'),
    default: 'none',
    about:
      'Unit of `duration.time` for organizations that have not set their own. With `none` the end of an experience is unknown where its departure has no end time.',
    facts: ['units'],
  }),
  batchMaxOrders: read({
    name: 'BATCH_MAX_ORDERS',
    kind: whole(1, 100_000, 'orders'),
    default: '5000',
    about: 'Maximum number of orders in one batch.',
  }),
  orderStatusMoves: read({
    name: 'ORDER_STATUS_MOVES',
    kind: listOf(move),
    default: 'any',
    about: 'Allowed changes of the status of an order; any other is refused with 409.',
    facts: ['statuses'],
  }),
});
