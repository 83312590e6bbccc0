const DEFAULT = 'http://localhost:4000';

/**
 * The origin of the API for the console's server: `API_ORIGIN` if the API has an internal address, else the public
 * `API_URL`. Read on every call, so that it can change without a new build.
 *
 * @throws if it is not an HTTP URL
 */
export const apiAddress = (): string => origin('API_ORIGIN', process.env.API_ORIGIN || publicApiAddress());

/**
 * The origin from which browsers load the API's images and files: `API_URL`.
 *
 * @throws if it is not an HTTP URL
 */
export const publicApiAddress = (): string => origin('API_URL', process.env.API_URL || DEFAULT);

function origin(name: string, given: string): string {
  const url = URL.parse(given);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw new Error(`${name} is ${JSON.stringify(given)}; expected an address such as ${DEFAULT}`);
}
