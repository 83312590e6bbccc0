import { isClient, Prisma, queryBytes, queryBytesInSnapshot, type Tx } from '@channel/prisma';
import { type DocumentNode, type ExecutionResult, execute, GraphQLError, getOperationAST } from 'graphql';
import {
  type Answer,
  AnswerCache,
  type Compilation as CompilationOf,
  executionStrategyOf,
  type Host,
  type JsonAnswer,
  TooManyValues,
  tryCompile,
  Unsupported,
  wireFormatter,
} from 'graphql-sql';
import type { Context } from './context.ts';
import { invalid } from './errors.ts';
import { schema } from './schema.ts';
import { isWithinScopes } from './scopes/check-scopes.ts';
import { checkArguments } from './shared/bounded-arguments.ts';
import { declaresExecution } from './shared/executed.ts';
import { isPublicField } from './shared/public-field.ts';
import { reading } from './shared/reads-of-replicas.ts';
import { scalars } from './shared/scalars-sql.ts';
import { tables } from './shared/tables.ts';
import { wireForms } from './shared/wire-forms.ts';
import { contextOfStatements } from './statement-context.ts';
import { validation } from './validation.ts';

export { type Answer, AnswerCache, executionStrategyOf, type JsonAnswer };

/** The compiler's view of the schema, the database and the context of a request. */
const host: Omit<Host<Context, Tx>, 'mayRead'> = {
  ...contextOfStatements,
  schema,
  tables,
  scalars,
  wire: wireForms,
  databaseOf: ({ db }) => db,
  query: queryBytes,
  queryInSnapshot: queryBytesInSnapshot,
  checkArguments,
  cacheOf: ({ answers }) => answers,
  validation,
};

export type Compilation = CompilationOf<Context>;

type Format = ReturnType<typeof wireFormatter>;

const formatters = new WeakMap<DocumentNode, { formatWire: Format }>();

/** Formats the data of an answer in place, as the `@wire` directives of its document say. */
export function formatWire(document: DocumentNode, data: Record<string, unknown>): void {
  const known = formatters.get(document) ?? { formatWire: wireFormatter(document, wireForms) };
  formatters.set(document, known);
  known.formatWire?.(data);
}

/**
 * Runs a validated document of one operation and formats its answer as its `@wire` directives say. Parse a document
 * once and reuse it: data derived from the document is cached with it.
 */
export async function executeOperation(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<ExecutionResult> {
  const result = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
    // Each coercion error contains the whole value of the variable.
    options: { maxCoercionErrors: 1 },
  });
  if (result.data && !result.errors) formatWire(document, result.data);
  return result;
}

/** A request that may not read a document runs its resolvers instead, which refuse it as the schema and `checkScopes` say. */
const hostOf = (document: DocumentNode): Host<Context, Tx> => ({
  ...host,
  mayRead: ({ actor }, fields) => (actor ? isWithinScopes(schema, document, actor) : fields.every(isPublicField)),
});

const compilations = new WeakMap<DocumentNode, Compilation>();

/** The result of compiling a persisted document. */
export function compilationOf(document: DocumentNode): Compilation {
  const known = compilations.get(document) ?? tryCompile(document, hostOf(document));
  compilations.set(document, known);
  return known;
}

/** Why a persisted document is not executed as it declares; undefined if it is. */
export function undeclaredStrategy(document: DocumentNode): string | undefined {
  const compilation = compilationOf(document);
  const isDeclared = declaresExecution(document);
  if ('refused' in compilation && !isDeclared)
    return `it cannot be compiled to a statement (${compilation.refused}) and does not declare @executed`;
  return 'compiled' in compilation && isDeclared
    ? 'it declares @executed, but it is compiled to a statement'
    : undefined;
}

/**
 * An answer: a GraphQL result, or the JSON text of each root field. An answer that the client knows by its validator holds
 * only single values, such as a version.
 */
export type OperationAnswer = ExecutionResult | Answer;

/**
 * Runs a persisted document; a compiled document as one statement. Normal execution answers instead where a compiled
 * operation finds no row for a non-null field, so that its resolvers throw the right error, and where the request needs
 * a condition that can't be translated to SQL.
 *
 * @param known the validators of answers that the client knows; without it the answer has no validator
 */
export async function answerOperation(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
  known?: readonly string[],
): Promise<OperationAnswer> {
  return reading(document, context, () => answerOn(document, variables, context, known));
}

async function answerOn(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
  known?: readonly string[],
): Promise<OperationAnswer> {
  const compilation = compilationOf(document);
  if (!('compiled' in compilation)) return executeOperation(document, variables, context);
  try {
    const answer = await compilation.compiled.run(variables, context, known);
    return answer ?? (await executeOperation(document, variables, context));
  } catch (error) {
    if (error instanceof TooManyValues) return { errors: [invalid([{ path: [], message: error.message }])] };
    // A plan throws expected errors like a resolver; both are in `errors` of the answer.
    if (error instanceof GraphQLError) return { errors: [error] };
    if (error instanceof Unsupported && leavesNothing(document, context))
      return executeOperation(document, variables, context);
    throw error;
  }
}

/**
 * The statement that answers a persisted query, for use in another statement: large answers then stay in the database.
 * It has one row, with the JSON text of each root field in the columns `0`, `1`, …; null where normal execution would
 * answer with an error.
 *
 * @throws the errors of the query's plans; an internal error for a document that no statement answers
 */
export async function statementOf(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Prisma.Sql> {
  const compilation = compilationOf(document);
  const statement = 'compiled' in compilation ? await compilation.compiled.statement(variables, context) : undefined;
  if (!statement) throw new Error('the document is not answered by one statement');
  // Every second part is the number of a parameter.
  const parts = statement.text.split(/\$(\d+)/);
  return Prisma.sql(
    parts.filter((_, index) => index % 2 === 0),
    ...parts.filter((_, index) => index % 2 === 1).map((number) => statement.values[Number(number) - 1]),
  );
}

/**
 * Whether a failed operation leaves no changes. A mutation is rolled back, unless it runs in the caller's transaction.
 */
const leavesNothing = (document: DocumentNode, { db }: Context): boolean =>
  getOperationAST(document)?.operation === 'query' || isClient(db);
