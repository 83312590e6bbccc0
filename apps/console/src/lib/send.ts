import type { TadaDocumentNode } from 'gql.tada';
import { fetchOperation } from './fetch-operation.ts';
import { isProblem, Problem, problemOf } from './problem.ts';
import { signedInAgain } from './session-gate.ts';

/**
 * Sends an operation to the API and answers its data.
 * @throws {Problem} when there is none.
 */
export type Send = <Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
) => Promise<Data>;

/**
 * How the browser sends: to the console's own address, which passes it on (`app/graphql/route.ts`). Where the session has
 * ended, it waits until the same person has signed in again, and sends once more: nothing had been done.
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

/** The same without waiting: for signing in and out, and for who wants to know that nobody is signed in. */
export const sendOnce: Send = async (document, variables, signal) =>
  readAnswer(document, await post('/graphql', {}, document, variables, signal));

/**
 * Posts an operation to an address, with further headers.
 * @throws {Problem} `unreachable` when nothing comes back.
 */
export async function post<Data, Variables>(
  url: string,
  headers: Record<string, string>,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await fetchOperation(url, { headers, signal: signal ?? null }, document, variables);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem('unreachable', 'The server can’t be reached.');
  }
}

/**
 * The data in what a GraphQL server answered to a document, if it is one that answered.
 * @throws {Problem} with the server's own message where it gave one.
 */
export async function readAnswer<Data, Variables>(
  _document: TadaDocumentNode<Data, Variables>,
  response: Response,
): Promise<Data> {
  const body = await readJson(response);
  if (!isRecord(body)) throw new Problem(response.status >= 502 ? 'unreachable' : 'failed', 'The answer is not JSON.');
  const error: unknown = Array.isArray(body.errors) ? body.errors[0] : undefined;
  if (isRecord(error)) {
    throw problemOf(String(error.message), isRecord(error.extensions) ? error.extensions : {});
  }
  if (!body.data) throw new Problem('failed', 'The answer holds no data.');
  // `gql-tada check` has compared the document with the schema by which the API answers.
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
