import { answered, ChannelError } from './errors.ts';
import { pause, unlessAborted } from './graphql/time-limit.ts';

/** The headers of a read that says which answer the client has. */
export type Known = { 'If-None-Match'?: string };

type Polled<Answer> = { readonly data?: Answer; readonly error?: unknown; readonly response: Response };

export type Polling = {
  /** Seconds from an answer to the next request; 5 by default. */
  seconds?: number;
  /** Ends the polling, with its reason. */
  signal?: AbortSignal;
};

/** Statuses after which the next request may succeed. */
const TEMPORARY = [429, 502, 503, 504];

/**
 * The answers of a read of v1, each time the answer has changed: first the present one. An unchanged one costs the API a
 * fraction of an answer, and no data are sent. Refusals for the moment are waited out, as long as the API says.
 *
 *     for await (const { data } of polled((headers) => api.GET('/v1/orders', { headers }))) show(data);
 *
 * @param read sends the request with these headers
 * @throws {ChannelError} for any other error response; the error of `fetch`; the reason of the signal
 */
export async function* polled<Answer>(
  read: (headers: Known) => Promise<Polled<Answer>>,
  { seconds = 5, signal }: Polling = {},
): AsyncGenerator<Exclude<Answer, undefined>, never, void> {
  let known: Known = {};
  for (;;) {
    signal?.throwIfAborted();
    const outcome = await unlessAborted(read(known), signal);
    const { status, headers } = outcome.response;
    let wait = seconds;
    if (TEMPORARY.includes(status))
      wait = Math.max(seconds, new ChannelError(outcome.response, outcome.error).retryAfter ?? 0);
    else if (status !== 304) {
      const answer = await answered(Promise.resolve(outcome));
      const etag = headers.get('etag');
      known = etag === null ? {} : { 'If-None-Match': etag };
      yield answer;
    }
    await pause(wait, signal);
  }
}
