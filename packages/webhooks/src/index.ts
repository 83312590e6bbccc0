export { checkAddress, parseAddress, RefusedAddress } from './addresses.ts';
export {
  announceOrders,
  CHANNELS,
  type DeliveryNotice,
  deliveryOf,
  type OrderNotice,
  ordersOf,
} from './announce.ts';
export { type EndpointNotice, rulesOf, type WebhookSettings } from './courier.ts';
export { type ActivityStep, activityOf, type Span, waitingAt } from './endpoint-activity.ts';
export { deleteEndpoint, switchOff } from './endpoint-health.ts';
export { expectedDeliveries } from './expected-deliveries.ts';
export { TASKS } from './queue.ts';
export { givenPayloads, type NewEvent, recordEvents } from './record-events.ts';
export {
  MAX_REPEATS,
  outdatedAmong,
  type Repeat,
  type RepeatSelection,
  repeatable,
  repeatDeliveries,
} from './repeat.ts';
export { type Outgoing, requestHeaders } from './request-headers.ts';
export { eraseBodies } from './retention.ts';
export { longestLife } from './schedule.ts';
export { newSecret, seal, unseal } from './secrets.ts';
export { sendTest } from './send-test.ts';
