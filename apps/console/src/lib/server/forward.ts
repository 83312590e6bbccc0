import { VISITOR_HEADER } from '@channel/auth/visitor-address';
import { apiAddress } from './api-address.ts';

/** What the API needs to know of a request. Everything else stays here. */
const FORWARDED = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-match',
  'last-event-id',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'x-lang',
  'x-request-id',
  'x-unattended',
  VISITOR_HEADER,
];

/** Headers of one connection, and those of an encoding that `fetch` has already undone. */
const DROPPED = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'];

/**
 * Passes a request on to the same path of the API and its answer back. Both bodies are streamed: an event stream arrives
 * event by event, for as long as both ends want. When the visitor leaves, the API is told.
 */
export async function forward(request: Request): Promise<Response> {
  // Pages that the API shows at this address for its own visitors would run here with the session of ours.
  if (request.method === 'GET' && !isEventStream(request.headers.get('accept'))) return onlyByPost();
  return forwardRead(request);
}

/** The same for addresses of the API at which no page can be had. */
export async function forwardRead(request: Request): Promise<Response> {
  const limit = Number(process.env.BODY_LIMIT_KB || 1_024) * 1_024;
  // Nobody need send it first.
  if (Number(request.headers.get('content-length')) > limit) return tooLarge(limit);
  let answer: Response;
  let isTooLarge = false;
  try {
    const { pathname, search } = new URL(request.url);
    answer = await fetch(`${apiAddress()}${pathname}${search}`, {
      method: request.method,
      headers: forwardedHeaders(request.headers),
      // The API would end the connection while it is sent, and its answer would be lost.
      body:
        request.body &&
        upTo(limit, request.body, () => {
          isTooLarge = true;
        }),
      // Node demands it of a body that is a stream; the type of `RequestInit` does not know it.
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
  // Compressing would hold events back until there are enough of them.
  if (isEventStream(answer.headers.get('content-type'))) {
    headers.set('cache-control', 'no-cache, no-transform');
  }
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** A body that fails beyond so many bytes. */
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

/** Node's `fetch` keeps what happened below it as the cause of a "fetch failed". */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}

const isEventStream = (header: string | null) => header?.startsWith('text/event-stream') ?? false;

/** As the API refuses it. */
const tooLarge = (limit: number) => problem(413, `The body is larger than ${limit / 1_024} KB.`, 'BAD_REQUEST');
const unreachable = () => problem(502, 'The API can’t be reached.', 'API_UNREACHABLE');
const onlyByPost = () => problem(405, 'Operations are sent by POST.', 'METHOD_NOT_ALLOWED', { allow: 'POST, OPTIONS' });

const problem = (status: number, message: string, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { errors: [{ message, extensions: { code } }] },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
