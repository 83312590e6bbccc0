import { forwardRead } from '#lib/server/forward.ts';

export const dynamic = 'force-dynamic';

/** Begins a sign-in: the API redirects to the OpenID Connect provider. */
export { forwardRead as GET };
