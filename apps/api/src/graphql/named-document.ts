import { z } from 'zod';
import type { Refusal } from './may-send.ts';

/** How a request names its document. */
export type NamedDocument = {
  /** `sha256:` and a hash, if the name has the expected form. */
  id: string;
  /** Whether the name is the hash of an Automatic Persisted Query, whose text the client has. */
  isAutomatic: boolean;
  /** The text beside the hash. */
  text: string | undefined;
  /** The request without the name. */
  request: Readonly<Record<string, unknown>>;
};

const badRequest = (message: string): { refusal: Refusal } => ({
  refusal: { status: 400, message, code: 'BAD_REQUEST' },
});

const BOTH = badRequest('A request holds a query or a documentId, not both.');
const NO_ID = badRequest('The documentId must be a text.');
const TWO_NAMES = badRequest('A request names its document by a documentId or by extensions.persistedQuery, not both.');
const NO_TEXT = badRequest('The query must be a text.');
const NO_HASH = badRequest(
  'extensions.persistedQuery must be { "version": 1, "sha256Hash": "<64 hexadecimal digits>" }.',
);

const persistedQuery = z.object({ version: z.literal(1), sha256Hash: z.string().regex(/^[0-9a-f]{64}$/i) });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads how a request names its document: `documentId` (GraphQL over HTTP, appendix on persisted documents), or
 * `extensions.persistedQuery` (Automatic Persisted Queries), beside which the text may stand.
 *
 * @returns undefined for a body that names no document
 */
export function namedDocument(body: unknown): NamedDocument | { refusal: Refusal } | undefined {
  if (!isObject(body)) return undefined;
  const { documentId, extensions, ...request } = body;
  const hash = isObject(extensions) ? extensions.persistedQuery : undefined;
  if ('documentId' in body) {
    if ('query' in request) return BOTH;
    if (hash !== undefined) return TWO_NAMES;
    return typeof documentId === 'string' ? { id: documentId, isAutomatic: false, text: undefined, request } : NO_ID;
  }
  if (hash === undefined) return undefined;
  const { data } = persistedQuery.safeParse(hash);
  if (!data) return NO_HASH;
  const text = request.query ?? undefined;
  if (text !== undefined && typeof text !== 'string') return NO_TEXT;
  return { id: `sha256:${data.sha256Hash.toLowerCase()}`, isAutomatic: true, text, request };
}
