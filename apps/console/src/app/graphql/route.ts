import { forward } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** Forwards the browser's GraphQL requests to the API from the console's own origin. */
export { forward as GET, forward as POST };
