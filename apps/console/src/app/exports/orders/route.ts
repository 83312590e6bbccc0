import { forward } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** The CSV export of a list of orders, streamed from the API. */
export { forward as POST };
