import { forwardRead } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** Where the OpenID Connect provider sends the visitor back: the API redirects to the login page, which continues. */
export { forwardRead as GET };
