export { boundConnections, endUnreadable } from './connections.ts';
export { type Bounds, type Entry, Lane, type Party, type ReleaseSlot, type Wait } from './lane.ts';
