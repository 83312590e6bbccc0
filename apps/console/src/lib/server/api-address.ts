const DEFAULT = 'http://localhost:4000';

/**
 * Where the console's server finds the API, without a path: `API_ORIGIN` where the inside has an address of its own,
 * else the public `API_URL`. Read anew each time, so that the address can change without a new build.
 *
 * @throws when it is no http address
 */
export const apiAddress = (): string => origin('API_ORIGIN', process.env.API_ORIGIN || publicApiAddress());

/**
 * Where browsers find the pictures and files of the API: `API_URL`.
 *
 * @throws when it is no http address
 */
export const publicApiAddress = (): string => origin('API_URL', process.env.API_URL || DEFAULT);

function origin(name: string, given: string): string {
  const url = URL.parse(given);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw new Error(`${name} is ${JSON.stringify(given)}; expected an address such as ${DEFAULT}`);
}
