/* The modules that deliver. Only workers import them, because they load an HTTP client of 20 MB. */

export { createAgent } from './connector.ts';
export type { AttemptOfTrace, AttemptSpan, Courier, Outcome } from './courier.ts';
export { deliveryTasks, dispatchTasks } from './tasks.ts';
