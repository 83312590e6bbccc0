/** Carries path and search of a page from `proxy.ts` to server components, which are not told where they are. */
export const PATH_HEADER = 'x-console-path';
