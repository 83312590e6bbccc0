export { boundConnections, SmallChunks } from './connections.ts';
export { type Aside, type Bounds, type Entry, Lane, type Party } from './lane.ts';
