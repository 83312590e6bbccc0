import {
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  OperationTypeNode,
  validate,
  version,
  versionInfo,
} from 'graphql';
import type { Host } from './host.ts';
import { answering, argumentsOf, read, readUnlessKnown, requestedOf, requestOf } from './requests.ts';
import { raw, readable } from './sql.ts';
import type { RowBytes, Statement } from './statements.ts';
import { Unsupported } from './unsupported.ts';
import { contextualValues, type Root, type Variant, variantsOf } from './variants.ts';

/** The JSON text of each root field by its key (see `Root`), as UTF-8, sent unchanged. */
export type JsonAnswer = Readonly<Record<string, Buffer>>;

type Variables = Readonly<Record<string, unknown>>;

/** The major version of `graphql` whose functions the compiler calls. */
const GRAPHQL = 16;

/** An answer. Where it is one that the client knows, it holds only the values of single columns, such as a version. */
export type Answer = {
  json: JsonAnswer;
  /** Equal for equal answers; undefined where it was not requested, or the answer has none, see `Validation`. */
  validator?: string | undefined;
  isKnown: boolean;
};

/** An operation that one SQL statement answers. */
export type Compiled<Context> = {
  /**
   * Undefined where normal execution must answer instead, for example with an error.
   *
   * @param known the validators of answers that the client knows; without it the answer of a query has no validator
   */
  run(variables: Variables, context: Context, known?: readonly string[]): Promise<Answer | undefined>;
  /**
   * The statement of a query: one row with the JSON text of each root field, in columns that are named `0`, `1`, ….
   * Undefined for a mutation, and where normal execution must answer instead.
   */
  statement(variables: Variables, context: Context): Promise<Statement | undefined>;
  /** How many statements the operation takes, in words. */
  executionStrategy: string;
  /**
   * The statement as known before a request, for readers: a query for each root field, with all branches of `@include`.
   * `$name` is a value, and `…` is the part that a request decides: conditions, order and page.
   */
  explain(): string;
};

/** The result of compiling a document: one statement, or the reason why normal execution runs the document. */
export type Compilation<Context> = { compiled: Compiled<Context> } | { refused: string };

/**
 * Compiles a document, or says why it can't be compiled.
 *
 * @throws {GraphQLError} for a document that is not valid; any other error is a defect of the compiler
 */
export function tryCompile<Context, Db>(document: DocumentNode, host: Host<Context, Db>): Compilation<Context> {
  try {
    return { compiled: compile(document, host) };
  } catch (error) {
    if (error instanceof Unsupported) return { refused: error.message };
    throw error;
  }
}

/** The execution strategy of a document, in words. */
export const executionStrategyOf = <Context>(compilation: Compilation<Context>): string =>
  'compiled' in compilation ? compilation.compiled.executionStrategy : `executed (${compilation.refused})`;

/**
 * Compiles a persisted operation. The compiled operation answers exactly what normal execution answers.
 *
 * @throws {Unsupported} with the reason, for a document that can't be compiled
 * @throws {GraphQLError} for a document that is not valid
 */
export function compile<Context, Db>(document: DocumentNode, host: Host<Context, Db>): Compiled<Context> {
  if (versionInfo.major !== GRAPHQL) throw new Error(`graphql-sql needs graphql ${GRAPHQL}, and found ${version}`);
  const [error] = validate(host.schema, document);
  if (error) throw error;
  const operation = getOperationAST(document);
  if (!operation) throw new Unsupported('the document has several operations');
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw new Unsupported('a subscription is not compiled');
  const variants = variantsOf(document, operation, host);

  const prepare = (given: Variables, context: Context) => {
    const { coerced } = getVariableValues(host.schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 });
    const variant = coerced && variants.of(coerced);
    const fields = variant?.roots.map(({ field }) => field) ?? [];
    if (!variant || !host.mayRead(context, fields)) return undefined;
    const contextual = contextualValues(variant.contextual, context);
    return contextual && { variant, coerced, values: { ...host.valuesOf(context), ...contextual } };
  };

  return {
    async statement(given, context) {
      const prepared = prepare(given, context);
      if (!prepared || operation.operation !== OperationTypeNode.QUERY) return undefined;
      const { variant, coerced, values } = prepared;
      return answering(variant)(await requestOf(variant, coerced, values, context, host));
    },
    async run(given, context, known) {
      const prepared = prepare(given, context);
      if (!prepared) return undefined;
      const { variant, coerced, values } = prepared;
      const [first] = variant.roots;
      if (first?.plan.kind === 'write') {
        const args = argumentsOf(first, coerced, host);
        return first.plan.write(args, context, async (transaction, rows) => {
          // Found first, the rows would need a snapshot, and a transaction of the host has none.
          const request = { requested: [{ ...requestedOf(first, rows), isFoundFirst: false }], values };
          const json = answerOf(variant.roots, await read(variant, request, transaction, host, answering(variant)));
          if (!json) throw new Error('the written rows could not be read');
          return { json, isKnown: false };
        });
      }
      const request = await requestOf(variant, coerced, values, context, host);
      const confirmation = host.confirmation?.isNeeded(context) ? host.confirmation : undefined;
      const db = host.databaseOf(context);
      const count = variant.roots.length;
      if (!known) {
        const row = await read(variant, request, db, host, answering(variant, confirmation?.column));
        confirmation?.verify(context, row[count] ?? null);
        const json = answerOf(variant.roots, row);
        return json && { json, isKnown: false };
      }
      const confirm = (value: Buffer | null) => confirmation?.verify(context, value);
      const cache = host.cacheOf?.(context);
      const { row, validator, isKnown } = await readUnlessKnown(variant, request, db, host, known, cache, confirm);
      const json = answerOf(variant.roots, row, isKnown);
      return json && { json, validator, isKnown };
    },
    executionStrategy: strategyOf(operation, variants.fullest),
    explain: () =>
      variants.fullest.roots.map(({ key, embed }) => `-- ${key}\n${readable(embed(raw('…')))};`).join('\n\n'),
  };
}

function strategyOf<Context, Db>({ operation }: OperationDefinitionNode, { roots }: Variant<Context, Db>): string {
  if (operation === OperationTypeNode.MUTATION) return 'a mutation, answered by one statement';
  const preflights = new Set(roots.map(({ plan }) => (plan.kind === 'write' ? undefined : plan.preflight)));
  if (preflights.has('always')) return 'one statement, after a preflight query';
  return preflights.has('sometimes') ? 'one statement, after a preflight query for some requests' : 'one statement';
}

/** @param isKnown whether the client knows the answer: then only single values are answered */
function answerOf<Context, Db>(
  roots: readonly Root<Context, Db>[],
  row: RowBytes,
  isKnown = false,
): JsonAnswer | undefined {
  const answer: Record<string, Buffer> = {};
  for (const [index, { key, plan }] of roots.entries()) {
    if (isKnown && plan.kind !== 'value') continue;
    const text = row[index];
    // Every compiled root is non-null: an empty result means that normal execution answers with an error.
    if (!text) return undefined;
    answer[key] = text;
  }
  return answer;
}
