const HOME = '/';
/** Only here to read a path by the rules of browsers; nothing is ever sent to it. */
const BASE = 'http://console.invalid';

/**
 * The address inside this console that a `next` parameter asks for; the start page for anything else. Whoever makes up
 * a link to `/login` must not decide where staff land after typing their password.
 */
export function safePath(next: string | string[] | null | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return HOME;
  let url: URL;
  try {
    url = new URL(next, BASE);
  } catch {
    return HOME;
  }
  // Browsers read `//host`, `/\host` and `/<tab>/host` as another site: so did `URL`.
  if (url.origin !== BASE) return HOME;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/x/..//host` is a path to `URL`, but its text would be another site in a link.
  if (path.startsWith('//') || url.pathname === '/login' || url.pathname === '/graphql') return HOME;
  return path;
}

/** The login page that leads back to a path afterwards. */
export function loginPath(next: string): string {
  const path = safePath(next);
  return path === HOME ? '/login' : `/login?${new URLSearchParams({ next: path })}`;
}
