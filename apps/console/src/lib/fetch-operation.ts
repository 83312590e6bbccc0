import type { TadaDocumentNode } from 'gql.tada';
import { isUnattended } from './attention.ts';
import ids from './operation-ids.json' with { type: 'json' };

/** The headers and abort signal of a request; with `keepalive` it is sent also while the page closes. */
export type Envelope = { headers?: Record<string, string>; signal?: AbortSignal | null; keepalive?: boolean };

const known = new Map(Object.entries(ids));

/**
 * Posts an operation to a URL. The API accepts the console's operations only by their ids (`npm run generate`
 * generates the list); an API of another version than the page rejects an unknown id with an error.
 *
 * @throws the error of `fetch` if there is no response
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

function post(url: string, { headers, signal = null, keepalive = false }: Envelope, body: object): Promise<Response> {
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
    keepalive,
    cache: 'no-store',
  });
}

function knownId<Data, Variables>({ definitions }: TadaDocumentNode<Data, Variables>): string {
  for (const definition of definitions) {
    const id = 'name' in definition && definition.name && known.get(definition.name.value);
    if (id) return id;
  }
  throw new Error('The operation has no id. Run: npm run generate');
}

/**
 * Computes the id of a document. Used in development, where the document may have changed since the ids were generated.
 */
async function presentId<Data, Variables>(document: TadaDocumentNode<Data, Variables>): Promise<string> {
  const { print } = await import('graphql/language/printer.js');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(print(document)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
