import type { TadaDocumentNode } from 'gql.tada';
import { isUnattended } from './attention.ts';
import ids from './operation-ids.json' with { type: 'json' };

/** What a request has beside its operation. */
export type Envelope = { headers?: Record<string, string>; signal?: AbortSignal | null };

const known = new Map(Object.entries(ids));

/**
 * Posts an operation to an address. The API runs the operations of the console by their ids alone
 * (`npm run operations` writes them down): one that is of another version than the page refuses the id, and says so.
 *
 * @throws what `fetch` throws when nothing comes back
 */
export async function fetchOperation<Data, Variables>(
  url: string,
  envelope: Envelope,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Response> {
  const id = process.env.NODE_ENV === 'production' ? knownId(document) : await presentId(document);
  return post(url, envelope, { documentId: `sha256:${id}`, variables });
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

function knownId<Data, Variables>({ definitions }: TadaDocumentNode<Data, Variables>): string {
  for (const definition of definitions) {
    const id = definition.kind === 'OperationDefinition' && definition.name && known.get(definition.name.value);
    if (id) return id;
  }
  throw new Error('The operation was not written down: npm run operations -w apps/console');
}

/** The id of a document as it is now: while the console is being developed, it may have changed since it was written down. */
async function presentId<Data, Variables>(document: TadaDocumentNode<Data, Variables>): Promise<string> {
  const { print } = await import('graphql/language/printer.js');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(print(document)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
