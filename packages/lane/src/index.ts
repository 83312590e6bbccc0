export { boundConnections, endUnreadable } from './connections.ts';
export { type Aside, type Bounds, type Entry, Lane, type Party } from './lane.ts';
export { SmallChunks } from './pieces.ts';
