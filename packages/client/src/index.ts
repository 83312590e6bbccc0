import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/v1.ts';
import { bracketed } from './query.ts';
import { type Credentials, keepTokens, type Tokens } from './tokens.ts';

export { answered, ChannelError } from './errors.ts';
export { type Known, type Polling, polled } from './poll.ts';
export { bracketed } from './query.ts';
export type { Credentials, Tokens } from './tokens.ts';

/** The named shapes of the API, such as `Schemas['OrderFull']`. */
export type Schemas = components['schemas'];

export type ClientOptions = {
  /** The address of the API, such as `https://api.example.org`. */
  baseUrl: string;
  /** Requests texts in this language (ISO 639-1). */
  language?: string;
  /** Tokens of an earlier login. */
  tokens?: Tokens;
  /** Called with each new pair to store, and with null when the login has ended. */
  onTokens?: (tokens: Tokens | null) => void;
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};

/** `GET`, `POST`, `PUT`, … of openapi-fetch over the paths of v1, and logging in and out. */
export type ChannelClient = Client<paths> & {
  /**
   * Logs in; later requests are authenticated. @throws {ChannelError} 401 for wrong credentials, 429 for too many tries
   */
  login(credentials: Credentials): Promise<Tokens>;
  /** Ends all tokens of the login. */
  logout(): Promise<void>;
};

/**
 * A client of the channel booking API. Every call returns `{ data, error, response }`, typed by the published document;
 * `answered(call)` throws instead. Expired tokens are renewed automatically.
 */
export function createClient({
  baseUrl,
  language,
  tokens,
  onTokens = () => {},
  fetch = (request) => globalThis.fetch(request),
}: ClientOptions): ChannelClient {
  const address = baseUrl.replace(/\/+$/, '');
  const keeper = keepTokens({ baseUrl: address, fetch, tokens: tokens ?? null, onTokens });
  const client = createFetchClient<paths>({
    baseUrl: address,
    fetch: keeper.fetch,
    querySerializer: (query) => bracketed(query),
    headers: { accept: 'application/json', ...(language === undefined ? {} : { 'x-lang': language }) },
  });
  return { ...client, login: keeper.login, logout: keeper.logout };
}
