import { GraphqlError } from './graphql-error.ts';
import { pause } from './time-limit.ts';

/** Seconds before the first repetition where the API names none; twice as many before each further one. */
const FIRST_WAIT = 0.25;
const MAX_WAIT = 30;
/** A longer wait that the API names ends the request with its error. */
const MAX_RETRY_AFTER = 120;

/** Statuses of the API, and of proxies before it, that pass. */
const TEMPORARY = new Set([429, 502, 503, 504]);

/** How a request is repeated. */
export type Retrying = {
  /** How often at most. */
  retries: number;
  /** Whether it may have been executed by a try that failed: a query, or a mutation with a key. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
  onRetry: (error: unknown, seconds: number) => void;
};

/**
 * Sends a request, and sends it again after errors that pass.
 *
 * @throws the last error, or the reason of the signal
 */
export async function retrying<Answer>(
  send: () => Promise<Answer>,
  { retries, isRepeatable, signal, onRetry }: Retrying,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      signal?.throwIfAborted();
      const seconds = waitAfter(error, tries);
      if (tries >= retries || !isTemporary(error) || !(isRepeatable || wasRefused(error))) throw error;
      if (seconds > MAX_RETRY_AFTER) throw error;
      onRetry(error, seconds);
      await pause(seconds, signal);
    }
  }
}

/** Without an answer, because of the network or the time limit, nothing is known. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof GraphqlError)) return true;
  return TEMPORARY.has(error.status) || error.code === 'TOO_MANY_REQUESTS' || error.code === 'UNAVAILABLE';
}

/** Whether the API refused to execute the request. */
const wasRefused = (error: unknown): boolean =>
  error instanceof GraphqlError &&
  (error.status === 429 || error.status === 503) &&
  error.errors.length > 0 &&
  error.errors.every(({ extensions }) => extensions?.outcome !== 'unknown');

/** At random, so that clients that failed together do not return together. */
function waitAfter(error: unknown, tries: number): number {
  const named = error instanceof GraphqlError ? error.retryAfter : null;
  if (named !== null) return named * (1 + Math.random() / 10);
  return Math.min(FIRST_WAIT * 2 ** tries, MAX_WAIT) * (0.5 + Math.random() / 2);
}
