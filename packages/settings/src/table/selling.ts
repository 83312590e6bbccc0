import { listOf, mapOf, oneOf, pattern, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** What is sold and how orders behave. */
export const sellingSettings = (read: Read) => ({
  holdMinutes: read({
    name: 'HOLD_MINUTES',
    kind: whole(1, 10_080, 'minutes'),
    default: '30',
    about: 'How long an order made with `pending_booking` keeps its places.',
    facts: ['pending'],
  }),
  availabilityHorizonMonths: read({
    name: 'AVAILABILITY_HORIZON_MONTHS',
    kind: whole(1, 36, 'months'),
    default: '12',
    about: 'How far ahead availabilities are made from schedules.',
  }),
  cutOffUnit: read({
    name: 'CUT_OFF_UNIT',
    kind: oneOf('none', 'minutes', 'hours', 'days'),
    default: 'none',
    about: 'Unit of `cut_off_time`. With `none` the number is shown and not enforced.',
    facts: ['units'],
  }),
  durationUnit: read({
    name: 'DURATION_UNIT',
    kind: oneOf('none', 'minutes', 'hours', 'days'),
    default: 'none',
    about: 'Unit of `duration.time`. With `none` the end of an experience is not computed from it.',
    facts: ['units'],
  }),
  orderStatusMoves: read({
    name: 'ORDER_STATUS_MOVES',
    kind: listOf(pattern(/^(any|[A-Za-z]+>[A-Za-z]+)$/, 'two statuses such as Booked>Cancelled, or `any`')),
    default: 'any',
    about: 'Moves of an order from one status to another that are allowed; any other is refused with 409.',
    facts: ['statuses'],
  }),
  eventKinds: read({
    name: 'EVENT_KINDS',
    kind: mapOf('operation to kind of event'),
    default: '{"update":"order-updated"}',
    about:
      'Kind of event that each operation on an order emits: `create`, `update`. One that is missing emits nothing.',
    facts: ['events'],
  }),
  webhookTimeoutSeconds: read({
    name: 'WEBHOOK_TIMEOUT_SECONDS',
    kind: whole(1, 60, 'seconds'),
    default: '15',
    about: 'Time in which a webhook receiver must have answered.',
    facts: ['delivery'],
  }),
  webhookRetrySeconds: read({
    name: 'WEBHOOK_RETRY_SECONDS',
    kind: listOf(whole(0, 604_800, 'seconds')),
    default: '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    about: 'Waits before each try to deliver a webhook; their number is the number of tries.',
    facts: ['delivery'],
  }),
  webhookDisableDays: read({
    name: 'WEBHOOK_DISABLE_DAYS',
    kind: whole(1, 90, 'days'),
    default: '5',
    about: 'A receiver that did nothing but fail for this long is switched off.',
    facts: ['delivery'],
  }),
  webhookRetentionDays: read({
    name: 'WEBHOOK_RETENTION_DAYS',
    kind: whole(1, 3_650, 'days'),
    default: '90',
    about: 'How long events and their deliveries are kept.',
  }),
});
