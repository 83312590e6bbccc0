import { forward } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** The orders of a list as a file, written by the API while the browser reads it. */
export { forward as POST };
