import { VISITOR_HEADER } from '@channel/auth/visitor-address';
import { apiAddress } from './api-address.ts';
import { eventStreams } from './event-streams.ts';

/** The request headers that are forwarded to the API; all others are dropped. */
const FORWARDED = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'origin',
  'sec-fetch-site',
  'traceparent',
  'user-agent',
  'x-lang',
  'x-request-id',
  'x-stream',
  'x-unattended',
  VISITOR_HEADER,
];

/** Hop-by-hop headers, and headers of an encoding that `fetch` has already decoded. */
const DROPPED = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'];

/**
 * Forwards a request to the same path of the API and returns its response. Both bodies are streamed, so an event stream
 * arrives event by event. When the visitor disconnects, the request to the API is aborted.
 */
export async function forward(request: Request): Promise<Response> {
  // The API's HTML page at this path must not run in the console's origin with the visitor's session.
  if (request.method === 'GET' && !new URL(request.url).searchParams.has('documentId')) return onlyByPost();
  return forwardRead(request);
}

/** Forwards requests to API paths that serve no HTML page. */
export async function forwardRead(request: Request): Promise<Response> {
  const limit = Number(process.env.BODY_LIMIT_KB || 1_024) * 1_024;
  // Reject by Content-Length before the body is sent.
  if (Number(request.headers.get('content-length')) > limit) return tooLarge(limit);
  let answer: Response;
  let isTooLarge = false;
  try {
    const { pathname, search } = new URL(request.url);
    answer = await fetch(`${apiAddress()}${pathname}${search}`, {
      method: request.method,
      headers: forwardedHeaders(request.headers),
      // If the API enforced the limit, it would close the connection during the upload and its response would be lost.
      body:
        request.body &&
        upTo(limit, request.body, () => {
          isTooLarge = true;
        }),
      // Node requires it for a stream body; the type `RequestInit` does not declare it.
      ...{ duplex: 'half' },
      redirect: 'manual',
      cache: 'no-store',
      signal: request.signal,
    });
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    if (isTooLarge) return tooLarge(limit);
    console.error(`The API can't be reached: ${reasonOf(error)}`);
    return unreachable();
  }
  const headers = new Headers(answer.headers);
  for (const name of DROPPED) headers.delete(name);
  const isStream = isEventStream(answer.headers.get('content-type'));
  // Compression would buffer events.
  if (isStream) headers.set('cache-control', 'no-cache, no-transform');
  const body = isStream && answer.body ? eventStreams.untilEnding(answer.body) : answer.body;
  return new Response(answer.status === 304 ? null : body, {
    status: answer.status,
    statusText: answer.statusText,
    headers,
  });
}

/** A body stream that fails above `limit` bytes. */
function upTo(limit: number, body: ReadableStream<Uint8Array>, onMore: () => void): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= limit) return controller.enqueue(chunk);
        onMore();
        controller.error(new Error('The body is too large.'));
      },
    }),
  );
}

function forwardedHeaders(from: Headers): Headers {
  const headers = new Headers({ 'accept-encoding': 'identity' });
  for (const name of FORWARDED) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Node's `fetch` stores the reason of a "fetch failed" error in its `cause`. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}

const isEventStream = (header: string | null) => header?.startsWith('text/event-stream') ?? false;

/** The same error as the API's. */
const tooLarge = (limit: number) => problem(413, `The body is larger than ${limit / 1_024} KB.`, 'BAD_REQUEST');
const unreachable = () => problem(502, 'The API can’t be reached.', 'API_UNREACHABLE');
const onlyByPost = () => problem(405, ONLY_BY_POST, 'METHOD_NOT_ALLOWED', { allow: 'GET, POST, OPTIONS' });
const ONLY_BY_POST = 'Operations are sent by POST, and queries that are named by their id also by GET.';

const problem = (status: number, message: string, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { errors: [{ message, extensions: { code } }] },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
