import { forwardRead } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** The responses that partners receive, for staff to inspect. */
export { forwardRead as GET };
