import { type Answer, type Context, reading, Unsupported } from '@channel/graph';
import type { Settings } from '@channel/settings';
import { GraphQLError } from 'graphql';
import type { JsonText } from 'graphql-rest-router';
import { isTooLarge, tooLarge } from './answer-size.ts';
import type { Caller } from './caller.ts';
import type { Bill, Cost } from './cost.ts';
import { keptTexts } from './kept-texts.ts';
import { type Refusal, refusedOperation } from './may-send.ts';
import { type NamedDocument, namedDocument } from './named-document.ts';
import { objectsIn } from './objects-in.ts';
import type { PersistedDocument, persistedDocuments } from './persisted.ts';
import { refusedVariables } from './refused-variables.ts';
import { noteOutcome, type OperationLog } from './request-line.ts';
import type { RequestWork } from './work.ts';

/** The cost and the time limits of a request's operation, and its line in the log. */
type Bounds = { bill: Bill; work: RequestWork; line: OperationLog };

/** A request that names its document. */
export type PersistedRequest =
  /** The refusal of a request that names no usable document. */
  | { refusal: Refusal }
  | {
      /** Undefined for a text that the client has sent before. */
      document?: PersistedDocument;
      /** The request with the document's text in place of its name. */
      body: object;
      /**
       * The serialized answer; undefined if the resolvers must answer, or report the error.
       *
       * @param known the validators of answers that the client knows; without it the answer has no validator
       * @throws an internal error, which is not a refusal: a retry would meet the same database
       */
      answer?(
        context: () => Promise<Context>,
        request: Bounds,
        known?: readonly string[],
      ): Promise<CompiledAnswer | undefined>;
    };

/** An answer in pieces, or its validator alone if the client knows it. */
export type CompiledAnswer = { json: JsonText[] | undefined; validator?: string | undefined };

const RELOADED = 'No document has this documentId: a page of the console is loaded again.';

const UNKNOWN: Readonly<Record<Caller['by'], string>> = {
  cookie: RELOADED,
  crew: RELOADED,
  bearer:
    'No document has this documentId: it is the id of an operation of the console, of v1, or of a manifest that was in the folder GRAPHQL_DOCUMENTS when the API started.',
};

/** The answer after which clients send the text beside its hash; they recognize it by the message or by the code. */
const NOT_KEPT = { status: 200, message: 'PersistedQueryNotFound', code: 'PERSISTED_QUERY_NOT_FOUND' };

const OTHER_HASH = {
  status: 400,
  message: 'The query has another hash than extensions.persistedQuery.sha256Hash.',
  code: 'BAD_REQUEST',
};

/**
 * Reads requests that name their document, by an id or by the hash of a text.
 *
 * @param persisted the documents that requests may name
 * @param warn called for each document that can't be used
 * @returns undefined for a body that names no document
 */
export function persistedRequests(
  settings: Settings,
  { documents, unusable }: ReturnType<typeof persistedDocuments>,
  warn: (text: string) => void,
): (body: unknown, caller: Caller) => PersistedRequest | undefined {
  for (const { owner, name, reason } of unusable)
    warn(`the persisted document ${name} of ${owner} is left out: ${reason}`);
  const known = new Map(documents.map((document) => [document.id, document]));
  const kept = keptTexts();

  /** A text of a caller who may send texts. */
  function sentText({ id, text, request }: NamedDocument, caller: Caller): PersistedRequest {
    const refusal = refusedOperation(undefined, caller, settings);
    if (refusal) return { refusal };
    if (text !== undefined) return kept.keep(id, text) ? { body: request } : { refusal: OTHER_HASH };
    const query = kept.get(id);
    return query === undefined ? { refusal: NOT_KEPT } : { body: { ...request, query } };
  }

  return (body, caller) => {
    const named = namedDocument(body);
    if (!named || 'refusal' in named) return named;
    const { id, isAutomatic, text, request } = named;
    const document = text === undefined ? known.get(id) : undefined;
    if (!document && isAutomatic) return sentText(named, caller);
    if (!document) return { refusal: { status: 400, message: UNKNOWN[caller.by], code: 'PERSISTED_QUERY_NOT_FOUND' } };
    return {
      document,
      body: { ...request, query: document.text },
      answer: async (context, bounds, known) =>
        settings.compiledReads
          ? compiledAnswer(document, request.variables ?? {}, context, {
              ...bounds,
              known,
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
  { bill, work, line, megabytes, known }: Bounds & { megabytes: number; known: readonly string[] | undefined },
): Promise<CompiledAnswer | undefined> {
  if (kind !== 'query' || !('compiled' in compilation) || refusedVariables(variables) !== undefined) return undefined;
  const given = variables ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return undefined;
  let answer: Answer | undefined;
  let cost: Cost | undefined;
  try {
    cost = await bill(document, { ...given });
    const made = await context();
    answer = await work.run(kind, () =>
      reading(document, made, () => compilation.compiled.run({ ...given }, made, known)),
    );
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof Unsupported) return undefined;
    throw error;
  }
  if (!answer) return undefined;
  const { json, validator, isKnown } = answer;
  line.strategy = 'compiled';
  if (isKnown) {
    noteOutcome(line);
    return { json: undefined, validator };
  }
  const members = Object.entries(json).flatMap(([key, text], index) => [
    `${index === 0 ? '{"data":{' : ','}${JSON.stringify(key)}:`,
    text,
  ]);
  const bytes = Object.values(json).reduce((sum, text) => sum + text.length, 0);
  if (isTooLarge(bytes, megabytes)) {
    const errors = [tooLarge(megabytes)];
    noteOutcome(line, errors);
    return { json: [JSON.stringify({ errors, ...(cost && { extensions: { cost } }) })] };
  }
  noteOutcome(line);
  work.answered(bytes);
  line.objects = 0;
  for (const text of Object.values(json)) line.objects += await objectsIn(text);
  const costMember = cost ? `,"extensions":${JSON.stringify({ cost })}` : '';
  return { json: [...members, `}${costMember}}`], validator };
}
