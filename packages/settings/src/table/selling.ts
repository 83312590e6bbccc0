import { flag, listOf, oneOf, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

const STATUSES = ['InCart', 'Booked', 'Deleted', 'Cancelled'] as const;

const move = {
  ...oneOf('any', ...STATUSES.flatMap((from) => STATUSES.map((to) => `${from}>${to}` as const))),
  expected: `two statuses of ${STATUSES.join(', ')} such as Booked>Cancelled, or \`any\``,
};

/** What is sold and how orders behave. */
export const sellingSettings = (read: Read) => ({
  holdMinutes: read({
    name: 'HOLD_MINUTES',
    kind: whole(1, 10_080, 'minutes'),
    default: '30',
    about: 'How long an order made with `pending_booking` keeps its places.',
    facts: ['pending'],
  }),
  categoryLimits: read({
    name: 'CATEGORY_LIMITS',
    kind: flag,
    default: '1',
    about: 'Whether a booking keeps to the minimum and maximum of its price categories. 0 shows them only.',
    facts: ['category-limits'],
  }),
  maxStayDays: read({
    name: 'MAX_STAY_DAYS',
    kind: whole(1, 31, 'days'),
    default: '1',
    about:
      'Most days that a booking of what is sold `daily` has, from the check-in to the day before `checkout_date`: each is sold with its place and price. 1 refuses a later check-out.',
    facts: ['checkout-date'],
  }),
  availabilityHorizonMonths: read({
    name: 'AVAILABILITY_HORIZON_MONTHS',
    kind: whole(1, 36, 'months'),
    default: '12',
    about: 'How far ahead availabilities are made from schedules.',
  }),
  rateWithoutId: read({
    name: 'RATE_WITHOUT_ID',
    kind: oneOf('refuse', 'cheapest'),
    default: 'refuse',
    about:
      'What becomes of a booking by date and time that several rates could serve: `refuse` answers 422 and names the rates, `cheapest` sells at the one with the lowest total.',
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
  durationUnit: read({
    name: 'DURATION_UNIT',
    kind: oneOf('none', 'minutes', 'hours', 'days'),
    default: 'none',
    about:
      'Unit of `duration.time` for organizations that have not set their own. With `none` the end of an experience is not known where its departure has none.',
    facts: ['units'],
  }),
  transferMinutes: read({
    name: 'TRANSFER_MINUTES',
    kind: whole(1, 1_440, 'minutes'),
    default: '30',
    about:
      'How long the dispatch board reckons that a driver is busy with a dropoff, and with a pickup that no experience follows on that day.',
  }),
  batchMaxOrders: read({
    name: 'BATCH_MAX_ORDERS',
    kind: whole(1, 100_000, 'orders'),
    default: '5000',
    about: 'Most orders that staff may change in one batch.',
  }),
  orderStatusMoves: read({
    name: 'ORDER_STATUS_MOVES',
    kind: listOf(move),
    default: 'any',
    about: 'Moves of an order from one status to another that are allowed; any other is refused with 409.',
    facts: ['statuses'],
  }),
});
