import {
  type PrismaClient,
  queryBytes,
  queryBytesInSnapshot,
  type RowBytes,
  type Statement,
  type Tx,
} from '@channel/prisma';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { checkArguments } from '../shared/bounded-arguments.ts';
import { ambiguousWire, wireOf } from '../shared/wire.ts';
import { combinations, decidingVariables } from './conditions.ts';
import type { RootPlan } from './plans.ts';
import { type ContextualQuery, objectOf, type Printed, type Scope, type Selected, selectedFields } from './project.ts';
import { isPublicField } from './public-field.ts';
import { type RootStatement, rootStatement } from './root-statement.ts';
import { joined, name, named, namedValues, raw, readable, rootValues, type Sql, sql } from './sql.ts';
import { type Row, type Rows, related } from './sql-resolvers.ts';
import { cachedStatement, isPlannedWithValues, shapeOf } from './statements.ts';
import { aliases, compiledField, Unsupported, whereSql } from './where.ts';

/** The JSON text of each root field, as UTF-8, sent unchanged. */
export type JsonAnswer = Readonly<Record<string, Buffer>>;

/** An operation that one SQL statement answers. */
export type Compiled = {
  /** Undefined where normal execution must answer instead, for example with an error. */
  run(variables: Readonly<Record<string, unknown>>, context: Context): Promise<JsonAnswer | undefined>;
  /**
   * The statement of a query: one row with the JSON text of each root field, in columns that are named `0`, `1`, ….
   * Undefined for a mutation, and where normal execution must answer instead.
   */
  statement(variables: Readonly<Record<string, unknown>>, context: Context): Promise<Statement | undefined>;
  /** How many statements the operation takes, in words. */
  executionStrategy: string;
  /**
   * The statement as known before a request, for readers: a query for each root field, with all branches of `@include`.
   * `$name` is a value, and `…` is the part that a request decides: conditions, order and page.
   */
  explain(): string;
};

type Variables = Readonly<Record<string, unknown>>;

/** A root field: the columns that it selects of each row, and how it finds the rows of a request. */
type Root = RootStatement & {
  key: string;
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  plan: RootPlan;
};

/** The compiled form of one combination of included branches. */
type Variant = { id: string; roots: Root[]; contextual: Contextual[] };
type Contextual = { query: ContextualQuery; prefix: string; model: string; texts: string };

/** The request values that statements use beside the language. The caller of the compiler supplies them. */
export type CompilerEnvironment = {
  /** Values by the names under which SQL resolvers use them, see `fromContext`. */
  valuesOf(context: Context): Record<string, unknown>;
  /** A column of text that the statements of some requests read together with the answer, to confirm the context. */
  confirmation?: {
    column: Sql;
    isNeeded(context: Context): boolean;
    /** @throws when the answer must not be used */
    verify(context: Context, value: Buffer | null): void;
  };
  /** A sample context: conditions that depend on the context have the same SQL text for it as for every request. */
  probe: object;
};

let documents = 0;

/** The name prefix of the values of a root's own statement. */
const rootPrefix = (index: number) => `s${index}`;

/** Maximum number of variables in `@include` and `@skip`; each doubles the number of compiled variants. */
const MAX_CONDITIONS = 4;

/**
 * Compiles a persisted operation. The compiled operation answers exactly what normal execution answers.
 *
 * @throws {Unsupported} with the reason, for a document that can't be compiled
 */
export function compile(schema: GraphQLSchema, document: DocumentNode, environment: CompilerEnvironment): Compiled {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation || operation.operation === 'subscription') throw new Unsupported('a subscription is not compiled');
  const fragments = new Map(
    document.definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  documents += 1;
  const id = String(documents);
  const ambiguous = ambiguousWire([operation.selectionSet], fragments);
  if (ambiguous !== undefined) throw new Unsupported(`@wire on only some of the fields ${ambiguous}`);
  const deciding = decidingVariables(document);
  if (deciding.length > MAX_CONDITIONS)
    throw new Unsupported(`more than ${MAX_CONDITIONS} variables in @include and @skip`);
  const keyOf = (variables: Variables) => deciding.map((variable) => String(variables[variable])).join();
  // All variants are compiled here, so that no request meets a variant that is unsupported.
  const variants = new Map(
    combinations(deciding).map((conditions): [string, Variant] => {
      const key = keyOf(conditions);
      return [key, { id: `${id}/${key}`, ...variantOf(schema, operation, fragments, conditions, environment) }];
    }),
  );

  const prepare = (given: Variables, context: Context) => {
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 });
    if (!coerced) return undefined;
    const variant = variants.get(keyOf(coerced));
    // The schema refuses anonymous clients, except for public fields.
    if (!context.actor && !variant?.roots.every(({ field }) => isPublicField(field))) return undefined;
    const values = variant && contextValues(variant.contextual, context, environment);
    return variant && values && { variant, values, coerced };
  };

  return {
    async statement(given, context) {
      const prepared = prepare(given, context);
      if (!prepared || operation.operation !== OperationTypeNode.QUERY) return undefined;
      const { variant, values, coerced } = prepared;
      return answering(variant, await requestedOf(variant, coerced, values, context), values);
    },
    async run(given, context) {
      const prepared = prepare(given, context);
      if (!prepared) return undefined;
      const { variant, values, coerced } = prepared;
      const [first] = variant.roots;
      if (first?.plan.kind === 'write') {
        const args = argumentsOf(first, coerced);
        return first.plan.write(args, context, async (tx, rows) => {
          const answer = answerOf(variant.roots, await read(variant, [first.requestedSql(rows)], values, tx));
          if (!answer) throw new Error('the written rows could not be read');
          return answer;
        });
      }
      const requested = await requestedOf(variant, coerced, values, context);
      const confirmation = environment.confirmation?.isNeeded(context) ? environment.confirmation : undefined;
      const row = await read(variant, requested, values, context.db, confirmation?.column);
      confirmation?.verify(context, row[requested.length] ?? null);
      return answerOf(variant.roots, row);
    },
    executionStrategy: executionStrategyOf(operation, fullest(variants)),
    explain: () =>
      fullest(variants)
        .roots.map(({ key, embed }) => `-- ${key}\n${readable(embed(raw('…')))};`)
        .join('\n\n'),
  };
}

/**
 * The coerced arguments of a root field.
 *
 * @throws a validation error for lists and texts that are too long
 */
function argumentsOf({ field, node }: Root, coerced: Variables): never {
  const args = getArgumentValues(field, node, coerced);
  checkArguments(field, args);
  // The plan takes the arguments that its field declares.
  return args as never;
}

function executionStrategyOf({ operation }: OperationDefinitionNode, { roots }: Variant): string {
  if (operation === OperationTypeNode.MUTATION) return 'a mutation, answered by one statement';
  const preflights = new Set(roots.map(({ plan }) => (plan.kind === 'write' ? undefined : plan.preflight)));
  if (preflights.has('always') || preflights.has('rows')) return 'one statement, after a preflight query';
  return preflights.has('sometimes') ? 'one statement, after a preflight query for some requests' : 'one statement';
}

function fullest(variants: ReadonlyMap<string, Variant>): Variant {
  const [last] = [...variants.values()].slice(-1);
  if (!last) throw new Error('the operation has no variant');
  return last;
}

/** The parts of a query that a request decides, one for each root field. Adds the values of plans to `values`. */
async function requestedOf(
  { roots }: Variant,
  coerced: Variables,
  values: Record<string, unknown>,
  context: Context,
): Promise<Sql[]> {
  const requested: Sql[] = [];
  for (const [index, root] of roots.entries()) {
    if (root.plan.kind === 'write') throw new Error('a query has a write plan');
    const plan = await root.plan.build(argumentsOf(root, coerced), context);
    if (root.plan.kind === 'statement')
      Object.assign(values, Object.fromEntries(rootValues(plan as Variables, rootPrefix(index))));
    requested.push(root.requestedSql(plan));
  }
  return requested;
}

async function read(
  variant: Variant,
  requested: readonly Sql[],
  values: Record<string, unknown>,
  db: PrismaClient | Tx,
  confirmation?: Sql,
): Promise<RowBytes> {
  const { id, roots } = variant;
  const isFoundFirst = (part: Sql, plan?: RootPlan) =>
    isPlannedWithValues(part) || (plan?.kind !== 'write' && plan?.preflight === 'rows');
  // Parts whose rows are found in a statement of their own, which is planned with their values, see `Preflight`.
  const planned = requested.filter((part, index) => isFoundFirst(part, roots[index]?.plan));
  if (planned.length === 0) return firstOf(await queryBytes(db, answering(variant, requested, values, confirmation)));
  const finding = cached(`${id}/found`, planned, values, (parts) =>
    parts.map((part) => sql`SELECT json_agg(row_to_json(l)) FROM (${part}) l`),
  );
  const answeringFound = (rows: readonly RowBytes[]) => {
    const lists = firstOf(rows);
    const found = requested.map((part, index) => {
      const at = planned.indexOf(part);
      return at < 0 ? part : (roots[index]?.foundSql(lists[at]?.toString() ?? '[]') ?? part);
    });
    return answering(variant, found, values, confirmation);
  };
  return firstOf(await queryBytesInSnapshot(db, finding, answeringFound));
}

const firstOf = ([row = []]: readonly RowBytes[]): RowBytes => row;

/** The statement that answers an operation. */
const answering = (
  { id, roots }: Variant,
  requested: readonly Sql[],
  values: Record<string, unknown>,
  confirmation?: Sql,
): Statement =>
  cached(confirmation ? `${id}/confirmed` : id, requested, values, (parts) => [
    ...roots.map(({ embed }, index) => embed(parts[index] ?? raw(''))),
    ...(confirmation ? [confirmation] : []),
  ]);

/** A statement with one row of texts, from the cache; `columnsOf` makes its columns of the parts that a request decides. */
function cached(
  id: string,
  requested: readonly Sql[],
  values: Record<string, unknown>,
  columnsOf: (parts: readonly Sql[]) => Sql[],
): Statement {
  const given = Object.fromEntries(requested.flatMap((part, index) => namedValues(part, `q${index}`)));
  const make = () => {
    const columns = columnsOf(requested.map((part, index) => named(part, `q${index}`)));
    return sql`SELECT ${joined(
      columns.map((column, index) => sql`(${column})::text AS ${name(String(index))}`),
      ', ',
    )}`;
  };
  return cachedStatement([id, ...requested.map(shapeOf)].join('\u0001'), make, { ...values, ...given });
}

function answerOf(roots: readonly Root[], row: readonly (Buffer | null)[]): JsonAnswer | undefined {
  const answer: Record<string, Buffer> = {};
  for (const [index, { key }] of roots.entries()) {
    const text = row[index];
    // Every compiled root is non-null: an empty result means that normal execution answers with an error.
    if (!text) return undefined;
    answer[key] = text;
  }
  return answer;
}

function variantOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Scope['fragments'],
  conditions: Variables,
  { probe }: CompilerEnvironment,
): Omit<Variant, 'id'> {
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) throw new Unsupported(`the schema has no ${operation.operation}`);
  const contextual = new Map<ContextualQuery, Contextual>();
  const scope: Scope = { fragments, conditions, contextual: contextualRows(contextual, probe) };
  const newAlias = aliases('t');
  const rootOf = ({ key, nodes }: Selected, index: number): Root => {
    const [node] = nodes;
    const field = rootType.getFields()[node.name.value];
    const plan = field?.extensions.plan as RootPlan | undefined;
    if (!field || !plan) throw new Unsupported('has no plan');
    if (wireOf(node)) throw new Unsupported('has @wire');
    if ((field.extensions.pothosOptions as { authScopes?: unknown } | undefined)?.authScopes)
      throw new Unsupported('has an access rule of its own');
    const type = getNamedType(field.type);
    const print = (row: Row): Printed => {
      if (isObjectType(type)) return objectOf(type, nodes, row, scope);
      if (row.kind === 'values' && row.values.value) return { value: row.values.value };
      throw new Unsupported(`answers with a ${type.name}`);
    };
    return { key, node, field, plan, ...rootStatement(plan, print, newAlias, rootPrefix(index)) };
  };
  const roots = selectedFields([operation.selectionSet], scope).map((selected, index) =>
    compiledField(`${rootType.name}.${selected.nodes[0].name.value}`, () => rootOf(selected, index)),
  );
  if (roots.length === 0) throw new Unsupported('conditions may leave out every root field');
  if (operation.operation === 'mutation' && roots.length > 1)
    throw new Unsupported('several mutations in one operation');
  return { roots, contextual: [...contextual.values()] };
}

/** Conditions that depend on the context: their text comes from a sample context, their values from each request. */
function contextualRows(known: Map<ContextualQuery, Contextual>, context: object): Scope['contextual'] {
  return (row, field, query): Rows => {
    const probe = query({}, context);
    const rows = related(row, field, { orderBy: probe.orderBy });
    if (rows.row.kind !== 'model') throw new Unsupported(`the relation ${field} is not between models`);
    const condition = whereSql(rows.row, probe.where ?? {});
    const { prefix } = known.get(query) ?? { prefix: `c${known.size}` };
    const texts = whereSql(probeRow(rows.row.model), probe.where ?? {}).texts.join('?');
    known.set(query, { query, prefix, model: rows.row.model, texts });
    return { ...rows, where: sql`${rows.where} AND ${named(condition, prefix)}` };
  };
}

const probeRow = (model: string) => ({ model, alias: 'p', newAlias: aliases('p') });

function contextValues(
  contextual: readonly Contextual[],
  context: Context,
  { valuesOf }: CompilerEnvironment,
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = { lang: context.lang, ...valuesOf(context) };
  for (const { query, prefix, model, texts } of contextual) {
    const condition = whereSql(probeRow(model), query({}, context).where ?? {});
    if (condition.texts.join('?') !== texts) return undefined;
    for (const [name, value] of namedValues(condition, prefix)) values[name] = value;
  }
  return values;
}
