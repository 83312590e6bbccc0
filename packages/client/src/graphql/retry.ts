import { GraphqlError } from './graphql-error.ts';
import { pause } from './time-limit.ts';

/** Seconds before the first repetition where the API names none; twice as many before each further one. */
const FIRST_WAIT = 0.25;
const MAX_WAIT = 30;
/** A longer wait that the API names ends the request with its error; a follower waits so long at a time. */
const MAX_RETRY_AFTER = 120;

/** Statuses of the API, and of proxies before it, that pass. */
const TEMPORARY = new Set([429, 502, 503, 504]);

/** How a request is repeated. */
export type Retrying = {
  /** How often at most. */
  retries: number;
  /** Whether it may have been executed by a try that failed: a query, or a mutation with a key, whose answer is kept. */
  isRepeatable: boolean | 'by key';
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
      const named = waitAfter(error, tries);
      if (tries >= retries || !isTemporary(error, isRepeatable) || !(isRepeatable || wasRefused(error))) throw error;
      if (named > MAX_RETRY_AFTER && Number.isFinite(retries)) throw error;
      const seconds = Math.min(named, MAX_RETRY_AFTER);
      onRetry(error, seconds);
      await pause(seconds, signal);
    }
  }
}

const withoutAnswer = new WeakSet<object>();

/** Waits for an answer of the network. Its errors pass, unlike those of the program, such as an address that is none. */
export async function overNetwork<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (typeof error === 'object' && error !== null) withoutAnswer.add(error);
    throw error;
  }
}

/** Codes of errors that pass. */
const PASSING = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'];

/**
 * Whether an error passes. Without an answer, because of the network or the time limit, nothing is known; with a key a
 * repetition then finds the first try done, or still in progress.
 */
function isTemporary(error: unknown, isRepeatable: Retrying['isRepeatable']): boolean {
  if (!(error instanceof GraphqlError)) return withoutAnswer.has(Object(error));
  const isUndecided = error.code === 'DEADLINE' || error.reason === 'IN_PROGRESS';
  return TEMPORARY.has(error.status) || PASSING.includes(error.code) || (isRepeatable === 'by key' && isUndecided);
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
