// Generated: `npm run generate`.
import { Client } from "openapi-fetch";
import { components, paths } from "./generated/v1.ts";

// packages/client/src/tokens.d.ts
/** The tokens of a login. */
type Tokens = components['schemas']['TokenPair'];
/** A password with an e-mail address or a user name. */
type Credentials = {
  email?: string;
  username?: string;
  password: string;
};
/** An error response of the API. */
declare class ChannelError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Field errors (422): messages by dotted path, such as `leader.email`. Empty for other errors. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The id of the request, for support. */
  readonly requestId: string | null;
  /** Seconds after which the same request may succeed (429 and 503). */
  readonly retryAfter: number | null;
  constructor({
    status,
    headers
  }: Response, body: unknown);
}
type Outcome = {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
};
/**
 * Returns the answer of a call, or throws: `const { data } = await answered(api.GET('/v1/orders'))`.
 *
 * @throws {ChannelError} for an error response
 */
declare function answered<Result extends Outcome>(call: Promise<Result>): Promise<Exclude<Result['data'], undefined>>;
/** The headers of a read that says which answer the client has. */
type Known = {
  'If-None-Match'?: string;
};
type Polled<Answer> = {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
};
type Polling = {
  /** Seconds from an answer to the next request; 5 by default. */seconds?: number; /** Ends the polling, with its reason. */
  signal?: AbortSignal;
};
/**
 * The answers of a read of v1, each time the answer has changed: first the present one. An unchanged one costs the API a
 * fraction of an answer, and no data are sent. Refusals for the moment are waited out, as long as the API says.
 *
 *     for await (const { data } of polled((headers) => api.GET('/v1/orders', { headers }))) show(data);
 *
 * @param read sends the request with these headers
 * @throws {ChannelError} for any other error response; the error of `fetch`; the reason of the signal
 */
declare function polled<Answer>(read: (headers: Known) => Promise<Polled<Answer>>, {
  seconds,
  signal
}?: Polling): AsyncGenerator<Exclude<Answer, undefined>, never, void>;
/**
 * A query string with nested members in brackets: `{ filter: { order_date: { start } } }` becomes
 * `filter[order_date][start]=…`, a list `tags[]=…`. Lists that the API takes as one text, joined by the vertical bar,
 * are texts here too. Members that are undefined or null are left out.
 */
declare function bracketed(query: Readonly<Record<string, unknown>>): string;
/** The named shapes of the API, such as `Schemas['OrderFull']`. */
type Schemas = components['schemas'];
type ClientOptions = {
  /** The address of the API, such as `https://api.example.org`. */baseUrl: string; /** Requests texts in this language (ISO 639-1). */
  language?: string; /** Tokens of an earlier login. */
  tokens?: Tokens; /** Called with each new pair to store, and with null when the login has ended. */
  onTokens?: (tokens: Tokens | null) => void; /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};
/** `GET`, `POST`, `PUT`, … of openapi-fetch over the paths of v1, and logging in and out. */
type ChannelClient = Client<paths> & {
  /**
   * Logs in; later requests are authenticated. @throws {ChannelError} 401 for wrong credentials, 429 for too many tries
   */
  login(credentials: Credentials): Promise<Tokens>; /** Ends all tokens of the login. */
  logout(): Promise<void>;
};
/**
 * A client of the channel booking API. Every call returns `{ data, error, response }`, typed by the published document;
 * `answered(call)` throws instead. Expired tokens are renewed automatically.
 */
declare function createClient({
  baseUrl,
  language,
  tokens,
  onTokens,
  fetch
}: ClientOptions): ChannelClient;
export { ChannelClient, ChannelError, ClientOptions, type Credentials, type Known, type Polling, Schemas, type Tokens, answered, bracketed, createClient, polled };