import type { TadaDocumentNode } from 'gql.tada';
import { addressOf, fetchOperation, fetchQuery } from './fetch-operation.ts';
import { nextTask } from './next-task.ts';
import { isProblem, Problem, problemOf } from './problem.ts';
import { signedInAgain } from './session-gate.ts';

/**
 * Sends an operation to the API and returns its data.
 * @throws {Problem} if there is no data.
 */
export type Send = <Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
) => Promise<Data>;

/**
 * Sends from the browser to the console's own origin, which forwards to the API (`app/graphql/route.ts`). If the
 * session has ended, it waits until the same user has signed in again and resends: the rejected request had no effect.
 */
export const send: Send = async (document, variables, signal) => {
  try {
    return await sendOnce(document, variables, signal);
  } catch (error) {
    if (!isProblem(error, 'unauthenticated')) throw error;
    await signedInAgain();
    return sendOnce(document, variables, signal);
  }
};

/** Sends without waiting for a sign-in: for signing in and out, and to find out whether a user is signed in. */
export const sendOnce: Send = async (document, variables, signal) => {
  // A page sends several queries when it is shown, and must not be blocked by all of them in one task.
  if (signal) await nextTask();
  const headers = { 'x-lang': globalThis.document.documentElement.lang };
  const address = await addressOf('/graphql', document, variables);
  if (address === undefined) return readAnswer(document, await post('/graphql', headers, document, variables, signal));
  return get(address, headers, document, signal);
};

/** The last answers to queries, by their addresses: one that has not changed is not sent again. */
const answers = new Map<string, { etag: string; data: unknown }>();
/** Answers of more pages than somebody goes back and forth between. */
const MAX_ANSWERS = 60;

async function get<Data, Variables>(
  address: string,
  headers: Record<string, string>,
  document: TadaDocumentNode<Data, Variables>,
  signal?: AbortSignal,
): Promise<Data> {
  const known = answers.get(address);
  const response = await reached(() => fetchQuery(address, { headers, signal: signal ?? null }, known?.etag), signal);
  answers.delete(address);
  // The answer of the same document.
  if (known && response.status === 304) return keep(address, known).data as Data;
  const data = await readAnswer(document, response);
  const etag = response.headers.get('etag');
  if (etag !== null) keep(address, { etag, data });
  return data;
}

function keep<Answer extends { etag: string; data: unknown }>(address: string, answer: Answer): Answer {
  const [oldest] = answers.keys();
  if (oldest !== undefined && answers.size >= MAX_ANSWERS) answers.delete(oldest);
  answers.set(address, answer);
  return answer;
}

/**
 * Posts an operation to a URL with additional headers.
 * @throws {Problem} `unreachable` if there is no response.
 */
export async function post<Data, Variables>(
  url: string,
  headers: Record<string, string>,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Response> {
  return reached(() => fetchOperation(url, { headers, signal: signal ?? null }, document, variables), signal);
}

async function reached(fetched: () => Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetched();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem('unreachable', 'The server can’t be reached.');
  }
}

/**
 * Reads the data of a GraphQL response.
 * @throws {Problem} with the server's message if it sent one.
 */
export async function readAnswer<Data, Variables>(
  _document: TadaDocumentNode<Data, Variables>,
  response: Response,
): Promise<Data> {
  const body = await readJson(response);
  if (!isRecord(body))
    throw new Problem(response.status >= 502 ? 'unreachable' : 'failed', 'The response is not JSON.');
  const error: unknown = Array.isArray(body.errors) ? body.errors[0] : undefined;
  if (isRecord(error)) {
    throw problemOf(String(error.message), isRecord(error.extensions) ? error.extensions : {});
  }
  if (!body.data) throw new Problem('failed', 'The response contains no data.');
  // `gql-tada check` validates the document against the API's schema.
  return body.data as Data;
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
