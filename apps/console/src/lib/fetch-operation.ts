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
  const body = JSON.stringify({ documentId: await idOf(document), variables });
  return fetch(url, { method: 'POST', body, ...requestOf(envelope, { 'content-type': 'application/json' }) });
}

/** Some proxies refuse longer addresses. */
const MAX_ADDRESS = 4_000;

/** The variables, and members of them, that hold texts: what somebody typed, or a secret. A test derives them from the schema. */
export const TEXTS: ReadonlySet<string> = new Set([
  'actions',
  'address',
  'addresses',
  'country',
  'date',
  'email',
  'entities',
  'eventIds',
  'firstName',
  'gender',
  'id',
  'key',
  'label',
  'lastName',
  'name',
  'phoneCountryCode',
  'phoneNumber',
  'quickSearch',
  'reference',
  'referenceCode',
  'role',
  'search',
  'text',
  'title',
  'token',
  'value',
  'whatsappNumber',
]);

/** Whether a value holds such a text, other than a number. */
function holdsText(value: unknown, name = ''): boolean {
  if (typeof value === 'string') return TEXTS.has(name) && !/^\d*$/.test(value);
  if (Array.isArray(value)) return value.some((each) => holdsText(each, name));
  return Object.entries(value ?? {}).some(([key, member]) => holdsText(member, key));
}

/**
 * The address of a query for GET. Undefined for other operations, and where the variables are too large or hold a text:
 * proxies log addresses.
 */
export async function addressOf<Data, Variables>(
  url: string,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<string | undefined> {
  const [definition] = document.definitions;
  if (!definition || !('operation' in definition) || definition.operation !== 'query') return undefined;
  if (holdsText(variables)) return undefined;
  const query = new URLSearchParams({ documentId: await idOf(document), variables: JSON.stringify(variables) });
  const address = `${url}?${query}`;
  return address.length > MAX_ADDRESS ? undefined : address;
}

/** Gets the answer to a query, unless it still has this ETag. */
export const fetchQuery = (address: string, envelope: Envelope, etag: string | undefined): Promise<Response> =>
  fetch(address, requestOf(envelope, etag === undefined ? {} : { 'if-none-match': etag }));

const requestOf = (
  { headers, signal = null, keepalive = false }: Envelope,
  more: Record<string, string>,
): RequestInit => ({
  headers: { accept: 'application/json', ...(isUnattended() ? { 'x-unattended': '1' } : {}), ...more, ...headers },
  signal,
  keepalive,
  cache: 'no-store',
});

const idOf = async <Data, Variables>(document: TadaDocumentNode<Data, Variables>): Promise<string> =>
  `sha256:${process.env.NODE_ENV === 'production' ? knownId(document) : await presentId(document)}`;

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
