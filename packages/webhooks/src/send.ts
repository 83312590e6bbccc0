import { type Dispatcher, request } from 'undici';
import { RefusedAddress } from './addresses.ts';

/** Maximum number of bytes of a response body that are kept. */
export const ANSWER_BYTES = 16_384;

/** A request to a receiver. */
export type Posted = { url: string; headers: Record<string, string>; body: string; timeoutMs: number };

/** The result. Exactly one of `status` and `error` is set; a truncated response has both. */
export type Answer = {
  durationMs: number;
  status: number | null;
  headers: Record<string, string | string[]> | null;
  /** The beginning of the response body, as text. */
  body: string | null;
  /** Why there is no response or only a truncated one; null for a complete response, whatever its status. */
  error: string | null;
};

/**
 * Posts a body and reads the response, both within the timeout. Redirects are not followed. Never throws: errors are
 * part of the result.
 */
export async function send(agent: Dispatcher, { url, headers, body, timeoutMs }: Posted): Promise<Answer> {
  const start = performance.now();
  const answer: Omit<Answer, 'durationMs' | 'error'> = { status: null, headers: null, body: null };
  const deadline = AbortSignal.timeout(timeoutMs);
  let error: string | null = null;
  try {
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal: deadline });
    answer.status = response.statusCode;
    answer.headers = printable(response.headers);
    await read(response.body, (text) => {
      answer.body = text;
    });
  } catch (cause) {
    error = deadline.aborted ? `No complete response within ${timeoutMs / 1_000} s.` : reason(cause);
  }
  return { ...answer, durationMs: Math.round(performance.now() - start), error };
}

/**
 * Reads at most the kept bytes, and closes the connection on a longer response. Keeps the part of a truncated response.
 */
async function read(body: Dispatcher.ResponseData['body'], keep: (text: string) => void): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ANSWER_BYTES) break;
    }
  } finally {
    keep(storable(Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8')));
  }
}

/** Postgres cannot store NUL in texts. */
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd');

function printable(headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(storable) : storable(value)] as const],
  );
  return Object.fromEntries(entries);
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  ENOTFOUND: 'The host name is not known.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'The address is unreachable.',
  ENETUNREACH: 'The address is unreachable.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out.',
  UND_ERR_SOCKET: 'The connection was closed before the response was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver does not speak TLS at this address.',
};

function reason(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  // A name with several addresses fails with one error per address.
  if (error instanceof AggregateError) return reason(error.errors[0]);
  if (!(error instanceof Error)) return 'The request failed.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = REASONS[code];
  if (known !== undefined) return known;
  // These messages contain file and function names of OpenSSL.
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return `No secure connection could be made (${code}).`;
  return `The request failed: ${storable(error.message)}${code && ` (${code})`}`;
}
