import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  getNamedType,
  Kind,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { expect } from 'vitest';
import type { Context } from '../context.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { answerOperation, executeOperation } from '../execute.ts';
import { createLoaders } from '../loaders.ts';
import { schema } from '../schema.ts';
import { resultMember, resultsOf } from '../shared/payloads.ts';

/** An error in the view of an entry point. `INPUT` is a value that its GraphQL type rejects. */
export type Refusal = { code: string; message: string; fields?: FieldError[]; version?: number; changes?: object[] };

type Variables = Readonly<Record<string, unknown>>;
type Executed = Pick<ExecutionResult, 'data' | 'errors'>;

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

/** The refusal in an error. @throws internal errors */
function refusalOf(error: GraphQLError): Refusal {
  const cause = error.originalError ?? error;
  if (cause instanceof DomainError) {
    const { code: _, ...more } = cause.extensions;
    return { code: cause.code, message: cause.message, ...more };
  }
  if (error.originalError) throw error.originalError;
  return { code: 'INPUT', message: error.message };
}

/**
 * Validates a document and executes it with new loaders, like a request.
 *
 * @throws internal errors; refusals are returned
 */
export async function run<Data>(text: string, variables: Variables, context: Context) {
  const request = { ...context, loaders: createLoaders(context.db) };
  const document = documentOf(text);
  const { data, errors } = await executeOperation(document, variables, request);
  if (isQuery(document)) await expectCompiledAlike(document, variables, request, { data, errors });
  // The document determines the data type; the test knows its document.
  const results = isQuery(document) || !data ? data : resultsOf(data);
  return { data: (results ?? null) as Data | null, errors: (errors ?? []).map(refusalOf) };
}

const isQuery = ({ definitions }: DocumentNode) =>
  definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.QUERY);

/** Expects the compiled answer to a document, one statement where it compiles, to be the bytes of the executed one. */
async function expectCompiledAlike(document: DocumentNode, variables: Variables, context: Context, executed: Executed) {
  const answered = await answerOperation(document, variables, { ...context, loaders: createLoaders(context.db) });
  const errors = 'json' in answered ? undefined : answered.errors;
  if (executed.errors)
    expect(errors?.map(({ message }) => message)).toEqual(executed.errors.map(({ message }) => message));
  else expect(textOf('json' in answered ? answered.json : (answered.data ?? {}))).toBe(textOf(executed.data ?? {}));
}

/** The JSON of an answer, whose root fields may be JSON already. */
const textOf = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(data)
    .map(([key, value]) => `"${key}":${Buffer.isBuffer(value) ? value : JSON.stringify(value)}`)
    .join(',\n');

/** A selection of the result of a mutation, within its payload. */
export function inPayload(mutation: string, selection: string): string {
  const field = schema.getMutationType()?.getFields()[mutation];
  const member = field && resultMember(getNamedType(field.type));
  if (!member) throw new Error(`there is no mutation ${mutation}`);
  return `{ ${member} ${selection} }`;
}

/** The data of an operation that must succeed. */
export async function answer<Data>(text: string, variables: Variables, context: Context): Promise<Data> {
  const { data, errors } = await run<Data>(text, variables, context);
  if (errors.length > 0 || data === null) throw new Error(`the operation was refused: ${JSON.stringify(errors)}`);
  // Drops the null prototypes of GraphQL, so that answers compare with literals.
  return JSON.parse(JSON.stringify(data)) as Data;
}

/** The single error of an operation that must be refused as a whole. */
export async function refusal(text: string, variables: Variables, context: Context): Promise<Refusal> {
  const { data, errors } = await run(text, variables, context);
  const [error, other] = errors;
  if (!error || other) throw new Error(`expected one refusal: ${JSON.stringify({ data, errors })}`);
  return error;
}
