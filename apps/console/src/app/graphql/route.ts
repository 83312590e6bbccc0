import { forward } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** The browser's way to the API, under the console's own address. */
export { forward as GET, forward as POST };
