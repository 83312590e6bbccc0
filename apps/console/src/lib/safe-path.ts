const HOME = '/';
/** A base to resolve paths like a browser; no request is ever sent to it. */
const BASE = 'http://console.invalid';

/**
 * Validates a `next` parameter: returns a path of this console, or the start page for anything else. A crafted link to
 * `/login` must not redirect staff to another site after the sign-in.
 */
export function safePath(next: string | string[] | null | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return HOME;
  let url: URL;
  try {
    url = new URL(next, BASE);
  } catch {
    return HOME;
  }
  // Browsers and `URL` resolve `//host`, `/\host` and `/<tab>/host` to another site.
  if (url.origin !== BASE) return HOME;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `URL` resolves `/x/..//host` to the path `//host`, which as a link would be another site.
  if (path.startsWith('//') || url.pathname === '/login' || url.pathname === '/graphql') return HOME;
  return path;
}

/** The path of the login page that returns to `next` after the sign-in. */
export function loginPath(next: string): string {
  const path = safePath(next);
  return path === HOME ? '/login' : `/login?${new URLSearchParams({ next: path })}`;
}
