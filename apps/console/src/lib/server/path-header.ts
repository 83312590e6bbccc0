/** Passes path and query string of a page from `proxy.ts` to server components, which have no access to the URL. */
export const PATH_HEADER = 'x-console-path';
