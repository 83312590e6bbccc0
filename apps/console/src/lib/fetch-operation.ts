import type { TadaDocumentNode } from 'gql.tada';
import { isUnattended } from './attention.ts';
import ids from './operation-ids.json' with { type: 'json' };

/** What a request has beside its operation. */
export type Envelope = { headers?: Record<string, string>; signal?: AbortSignal | null };

const known = new Map(Object.entries(ids));

/**
 * Posts an operation to an address. The API knows the operations of the console and is told the id of one; the text is
 * sent where it does not know the id (it may be older than the console), and while the console is being developed.
 *
 * @throws what `fetch` throws when nothing comes back
 */
export async function fetchOperation<Data, Variables>(
  url: string,
  envelope: Envelope,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Response> {
  const id = process.env.NODE_ENV === 'production' ? idOf(document) : undefined;
  if (id) {
    const answer = await post(url, envelope, { documentId: `sha256:${id}`, variables });
    if (!(await isUnknown(answer))) return answer;
  }
  const { print } = await import('graphql/language/printer.js');
  return post(url, envelope, { query: print(document), variables });
}

function post(url: string, { headers, signal = null }: Envelope, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(isUnattended() ? { 'x-unattended': '1' } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
    signal,
    cache: 'no-store',
  });
}

function idOf<Data, Variables>({ definitions }: TadaDocumentNode<Data, Variables>): string | undefined {
  for (const definition of definitions) {
    if (definition.kind === 'OperationDefinition' && definition.name) return known.get(definition.name.value);
  }
  return undefined;
}

async function isUnknown(answer: Response): Promise<boolean> {
  if (answer.ok || !answer.headers.get('content-type')?.includes('json')) return false;
  const text = await answer.clone().text();
  return text.includes('PERSISTED_QUERY_NOT_FOUND');
}
