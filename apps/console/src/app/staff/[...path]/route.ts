import { forwardRead } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** What partners are answered, for staff to look at. */
export { forwardRead as GET };
