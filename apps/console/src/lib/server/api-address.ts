const DEFAULT = 'http://localhost:4000';

/**
 * Where the API is, without a path. Read anew each time, so that the address can change without a new build.
 * @throws when `API_URL` is no http address.
 */
export function apiAddress(): string {
  const given = process.env.API_URL || DEFAULT;
  const url = URL.parse(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error(`API_URL is ${JSON.stringify(given)}; expected an address such as ${DEFAULT}`);
  }
  return url.origin;
}
