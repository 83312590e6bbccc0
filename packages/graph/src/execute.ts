import { isClient } from '@channel/prisma';
import { type DocumentNode, type ExecutionResult, execute, GraphQLError, getOperationAST } from 'graphql';
import { type Compilation, executionStrategyOf, type JsonAnswer, tryCompile } from './compiler/try-compile.ts';
import { Unsupported } from './compiler/where.ts';
import type { Context } from './context.ts';
import { schema } from './schema.ts';
import { wireFormatter } from './shared/wire.ts';
import { environment } from './statement-context.ts';

export { type Compilation, executionStrategyOf, type JsonAnswer };

type Format = ReturnType<typeof wireFormatter>;

const formatters = new WeakMap<DocumentNode, { formatWire: Format }>();

/** Spells the data of an answer, in place, as the `@wire` directives of its document ask. */
export function formatWire(document: DocumentNode, data: Record<string, unknown>): void {
  const known = formatters.get(document) ?? { formatWire: wireFormatter(document) };
  formatters.set(document, known);
  known.formatWire?.(data);
}

/**
 * Runs a validated document of one operation and spells its answer as its `@wire` directives ask.
 * Parse a document once and keep it: what is derived from it is kept with it.
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
    // Each error of a variable prints the whole of it.
    options: { maxCoercionErrors: 1 },
  });
  if (result.data && !result.errors) formatWire(document, result.data);
  return result;
}

const compilations = new WeakMap<DocumentNode, Compilation>();

/** What became of a persisted document when it was compiled. */
export function compilationOf(document: DocumentNode): Compilation {
  const known = compilations.get(document) ?? tryCompile(schema, document, environment);
  compilations.set(document, known);
  return known;
}

/** An answer: a result of GraphQL, or the finished text of each root field. */
export type OperationAnswer = ExecutionResult | { json: JsonAnswer };

/**
 * Runs a persisted document, by one statement where it was compiled. A compiled operation that finds nothing where there
 * must be something runs again in the normal way, which says what is the matter; so does one that is asked what can't be
 * said in SQL.
 */
export async function answerOperation(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<OperationAnswer> {
  const compilation = compilationOf(document);
  if (!('compiled' in compilation)) return executeOperation(document, variables, context);
  try {
    const json = await compilation.compiled.run(variables, context);
    return json ? { json } : await executeOperation(document, variables, context);
  } catch (error) {
    // A plan refuses as a resolver does; the doors find both in the same place.
    if (error instanceof GraphQLError) return { errors: [error] };
    if (error instanceof Unsupported && leavesNothing(document, context))
      return executeOperation(document, variables, context);
    throw error;
  }
}

/** Whether nothing stays of an operation that fails: a change is undone with its transaction, unless that is another's. */
const leavesNothing = (document: DocumentNode, { db }: Context): boolean =>
  getOperationAST(document)?.operation === 'query' || isClient(db);
