import { type Dispatcher, request } from 'undici';
import { RefusedAddress } from './addresses.ts';

/** Bytes of an answer's body that are kept. */
export const ANSWER_BYTES = 16_384;

/** A request to a receiver. */
export type Posted = { url: string; headers: Record<string, string>; body: string; timeoutMs: number };

/** What came back. Exactly one of `status` and `error` says how it ended; an answer that broke off has both. */
export type Answer = {
  durationMs: number;
  status: number | null;
  headers: Record<string, string | string[]> | null;
  /** The beginning of the body, as text. */
  body: string | null;
  /** Why there is no answer, or no whole one; null when all is well, whatever the status. */
  error: string | null;
};

/**
 * Posts a body and reads the answer, all of it within the time. Redirects are not followed. Never throws: what goes wrong
 * is part of the result.
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
    error = deadline.aborted ? `No whole answer within ${timeoutMs / 1_000} s.` : reason(cause);
  }
  return { ...answer, durationMs: Math.round(performance.now() - start), error };
}

/** Reads no more than is kept, and hangs up on an answer that is longer. What came of one that breaks off is kept too. */
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

/** The database keeps no NUL in texts. */
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
  ENOTFOUND: 'The name is not known.',
  EAI_AGAIN: 'The name could not be looked up.',
  ETIMEDOUT: 'No connection could be made in time.',
  EHOSTUNREACH: 'There is no way to the address.',
  ENETUNREACH: 'There is no way to the address.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection could be made in time.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver does not speak TLS at this address.',
};

function reason(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return reason(error.errors[0]);
  if (!(error instanceof Error)) return 'The request failed.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = REASONS[code];
  if (known !== undefined) return known;
  // Their messages name files and functions of OpenSSL.
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return `No secure connection could be made (${code}).`;
  return `The request failed: ${storable(error.message)}${code && ` (${code})`}`;
}
