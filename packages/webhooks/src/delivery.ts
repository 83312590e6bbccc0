/* What delivers: for workers alone, because it brings a client for HTTP of 20 MB. */

export { createAgent } from './connector.ts';
export type { Courier } from './courier.ts';
export { deliveryTasks, dispatchTasks } from './tasks.ts';
