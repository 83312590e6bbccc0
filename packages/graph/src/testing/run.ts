import { type DocumentNode, type GraphQLError, parse, validate } from 'graphql';
import type { Context } from '../context.ts';
import { DomainError, type FieldFault } from '../errors.ts';
import { executeOperation } from '../execute.ts';
import { createLoaders } from '../loaders.ts';
import { schema } from '../schema.ts';

/** An error as a door sees it. `INPUT` is a value that its type refuses. */
export type Refusal = { code: string; message: string; fields?: FieldFault[] };

type Variables = Readonly<Record<string, unknown>>;

const documents = new Map<string, DocumentNode>();

function documentOf(text: string): DocumentNode {
  const known = documents.get(text);
  if (known) return known;
  const document = parse(text);
  const [error] = validate(schema, document);
  if (error) throw error;
  documents.set(text, document);
  return document;
}

/** @throws what is no refusal but a fault of ours */
function refusalOf(error: GraphQLError): Refusal {
  const cause = error.originalError ?? error;
  if (cause instanceof DomainError) {
    const { fields } = cause.extensions as { fields?: FieldFault[] };
    return { code: cause.code, message: cause.message, ...(fields ? { fields } : {}) };
  }
  if (error.originalError) throw error.originalError;
  return { code: 'INPUT', message: error.message };
}

/**
 * Validates a document and runs it, with loaders of its own as a request has.
 *
 * @throws errors that a caller would see as a fault of ours; refusals are in the answer
 */
export async function run<Data>(text: string, variables: Variables, context: Context) {
  const request = { ...context, loaders: createLoaders(context.db) };
  const { data, errors } = await executeOperation(documentOf(text), variables, request);
  // The document says what the data is; the test knows its document.
  return { data: (data ?? null) as Data | null, errors: (errors ?? []).map(refusalOf) };
}

/** The data of an operation that must succeed. */
export async function answer<Data>(text: string, variables: Variables, context: Context): Promise<Data> {
  const { data, errors } = await run<Data>(text, variables, context);
  if (errors.length > 0 || data === null) throw new Error(`the operation was refused: ${JSON.stringify(errors)}`);
  // Without the null prototypes of GraphQL, so that answers compare with literals.
  return JSON.parse(JSON.stringify(data)) as Data;
}

/** The one error of an operation that must be refused as a whole. */
export async function refusal(text: string, variables: Variables, context: Context): Promise<Refusal> {
  const { data, errors } = await run(text, variables, context);
  const [error, other] = errors;
  if (!error || other) throw new Error(`expected one refusal: ${JSON.stringify({ data, errors })}`);
  return error;
}
