export { type Aside, type Bounds, type Entry, Lane, type Party } from './lane.ts';
