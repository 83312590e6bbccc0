import { type Context, type JsonAnswer, Unsupported } from '@channel/graph';
import type { Settings } from '@channel/settings';
import { GraphQLError } from 'graphql';
import type { JsonText } from 'graphql-rest-router';
import { isTooLarge, tooLarge } from './answer-size.ts';
import type { Caller } from './caller.ts';
import type { Bill, Cost } from './cost.ts';
import type { Refusal } from './may-send.ts';
import type { PersistedDocument, persistedDocuments } from './persisted.ts';
import { refusedVariables } from './refused-variables.ts';
import type { RequestWork } from './work.ts';

/** The cost and the time limits of a request's operation. */
type Bounds = { bill: Bill; work: RequestWork };

/** A request that names its document. */
export type PersistedRequest =
  /** The refusal of a request that names no usable document. */
  | { refusal: Refusal }
  | {
      document: PersistedDocument;
      /** The request with the document's text in place of its name. */
      body: object;
      /**
       * The serialized answer, in pieces; undefined if the resolvers must answer, or report the error.
       *
       * @throws an internal error, which is not a refusal: a retry would meet the same database
       */
      answer(context: () => Promise<Context>, request: Bounds): Promise<JsonText[] | undefined>;
    };

const BOTH = { status: 400, message: 'A request holds a query or a documentId, not both.', code: 'BAD_REQUEST' };

const NO_ID = { status: 400, message: 'The documentId must be a text.', code: 'BAD_REQUEST' };

const RELOADED = 'No document has this documentId: a page of the console is loaded again.';

const UNKNOWN: Readonly<Record<Caller['by'], string>> = {
  cookie: RELOADED,
  crew: RELOADED,
  bearer:
    'No document has this documentId: it is sha256:<hash> of a document of the console or of v1, or of a file that was in the folder GRAPHQL_DOCUMENTS when the API started.',
};

/**
 * Reads requests of the form `{ "documentId": "sha256:<hex>", "variables": { … } }` (GraphQL over HTTP, appendix on
 * persisted documents).
 *
 * @param persisted the documents that requests may name
 * @param warn called for each document that can't be used
 * @returns undefined for a body that names no document
 */
export function persistedRequests(
  settings: Settings,
  { documents, unusable }: ReturnType<typeof persistedDocuments>,
  warn: (text: string) => void,
): (body: unknown, by: Caller['by']) => PersistedRequest | undefined {
  for (const { owner, name, reason } of unusable)
    warn(`the persisted document ${name} of ${owner} is left out: ${reason}`);
  const known = new Map(documents.map((document) => [`sha256:${document.id}`, document]));
  return (body, by) => {
    if (typeof body !== 'object' || body === null || !('documentId' in body)) return undefined;
    const { documentId, ...request } = body;
    if ('query' in request) return { refusal: BOTH };
    if (typeof documentId !== 'string') return { refusal: NO_ID };
    const document = known.get(documentId);
    if (!document) return { refusal: { status: 400, message: UNKNOWN[by], code: 'PERSISTED_QUERY_NOT_FOUND' } };
    return {
      document,
      body: { ...request, query: document.text },
      answer: async (context, bounds) =>
        settings.compiledReads
          ? compiledAnswer(document, 'variables' in request ? request.variables : {}, context, {
              ...bounds,
              megabytes: settings.graphqlAnswerMegabytes,
            })
          : undefined,
    };
  };
}

/** Only for reads: a refused one runs again through the resolvers, and a change must not run twice. */
async function compiledAnswer(
  { kind, document, compilation }: PersistedDocument,
  variables: unknown,
  context: () => Promise<Context>,
  { bill, work, megabytes }: Bounds & { megabytes: number },
): Promise<JsonText[] | undefined> {
  if (kind !== 'query' || !('compiled' in compilation) || refusedVariables(variables) !== undefined) return undefined;
  const given = variables ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return undefined;
  let json: JsonAnswer | undefined;
  let cost: Cost | undefined;
  try {
    cost = bill(document, { ...given });
    const made = await context();
    json = await work.run(kind, () => compilation.compiled.run({ ...given }, made));
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof Unsupported) return undefined;
    throw error;
  }
  if (!json) return undefined;
  const members = Object.entries(json).flatMap(([key, text], index) => [
    `${index === 0 ? '{"data":{' : ','}${JSON.stringify(key)}:`,
    text,
  ]);
  const bytes = Object.values(json).reduce((sum, text) => sum + text.length, 0);
  if (isTooLarge(bytes, megabytes)) {
    return [JSON.stringify({ errors: [tooLarge(megabytes)], ...(cost && { extensions: { cost } }) })];
  }
  const costMember = cost ? `,"extensions":${JSON.stringify({ cost })}` : '';
  return [...members, `}${costMember}}`];
}
