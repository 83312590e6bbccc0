export type { Actor, Context, Door } from './context.ts';
export { DomainError, type ErrorCode, type FieldFault } from './errors.ts';
export { executeOperation, respell } from './execute.ts';
export { createLoaders } from './loaders.ts';
export { type BookedDetailsShape, freezeBookedDetails } from './orders/booked-details.ts';
export { ticketKey } from './orders/issue-tickets.ts';
export { releaseExpiredHolds } from './orders/places.ts';
export { schema } from './schema.ts';
