import { forward } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** Forwards the requests of the page of drivers and guides, to whose path browsers send its cookie. */
export { forward as GET, forward as POST };
