export { type TestDatabase, testDatabase } from './database.ts';
export {
  clock,
  createFactories,
  DEPARTURE_DAY,
  day,
  type Factories,
  type Offer,
  type Price,
} from './factories/index.ts';
export { growOrders } from './grow-orders.ts';
export { lockedTable } from './locked-table.ts';
export { waitingForLocks } from './locks.ts';
export { programSettings } from './pooler.ts';
export { type DatabaseProxy, startProxy } from './proxy.ts';
export { type ReplicatedServer, startReplicated } from './replicated.ts';
export { startTestServer } from './server.ts';
export type { World } from './template.ts';
