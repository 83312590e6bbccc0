import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Host } from './host.ts';
import {
  type ContextualQuery,
  objectOf,
  type Printed,
  relationQuery,
  type Scope,
  type Selected,
  selectedFields,
} from './objects.ts';
import type { RootPlan } from './plans.ts';
import { type RootStatement, rootStatement } from './roots.ts';
import { scalarSql } from './scalars.ts';
import { combinations, decidingVariables, innerSets } from './selections.ts';
import { named, namedValues, sql } from './sql.ts';
import { type Row, type Rows, related } from './sql-resolvers.ts';
import type { Table } from './tables.ts';
import { compiledField, Unsupported } from './unsupported.ts';
import { aliases, whereSql } from './where.ts';
import { ambiguousWire, wireOf } from './wire.ts';

/*
 * `@include` and `@skip` decide which fields an operation answers. Each combination of their variables is compiled by
 * itself, at start, so that no request meets one that is unsupported.
 */

/** A root field: the columns that it selects of each row, and how it finds the rows of a request. */
export type Root<Context, Db> = RootStatement & {
  /** Its response key; with the key of the member that has the rows, after a dot, where they are not its value. */
  key: string;
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  plan: RootPlan<Context, Db>;
};

/** The compiled form of one combination of included branches. */
export type Variant<Context, Db> = { id: string; roots: Root<Context, Db>[]; contextual: Contextual[] };

/** A condition that depends on the context: `texts` is its SQL without values, which each request must have too. */
type Contextual = { query: ContextualQuery; prefix: string; table: Table; texts: string };

type Values = Readonly<Record<string, unknown>>;

/** The compiled forms of an operation. */
export type Variants<Context, Db> = {
  /** The form for the variables of a request. */
  of(variables: Values): Variant<Context, Db> | undefined;
  /** The form with all branches. */
  fullest: Variant<Context, Db>;
};

let documents = 0;

/** The name prefix of the values of a root's own statement. */
export const rootPrefix = (index: number) => `s${index}`;

/** Maximum number of variables in `@include` and `@skip`; each doubles the number of compiled variants. */
const MAX_CONDITIONS = 4;

/** @throws {Unsupported} */
export function variantsOf<Context, Db>(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  host: Host<Context, Db>,
): Variants<Context, Db> {
  const fragments = new Map(
    document.definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const ambiguous = ambiguousWire([operation.selectionSet], fragments);
  if (ambiguous !== undefined) throw new Unsupported(`@wire on only some of the fields ${ambiguous}`);
  const deciding = decidingVariables(document);
  if (deciding.length > MAX_CONDITIONS)
    throw new Unsupported(`more than ${MAX_CONDITIONS} variables in @include and @skip`);
  documents += 1;
  const keyOf = (variables: Values) => deciding.map((variable) => String(variables[variable])).join();
  const all = combinations(deciding).map((conditions): [string, Variant<Context, Db>] => {
    const key = keyOf(conditions);
    return [key, { id: `${documents}/${key}`, ...variantOf(operation, fragments, conditions, host) }];
  });
  const [, fullest] = all.at(-1) ?? [];
  if (!fullest) throw new Error('the operation has no variant');
  const byKey = new Map(all);
  return { of: (variables) => byKey.get(keyOf(variables)), fullest };
}

function variantOf<Context, Db>(
  operation: OperationDefinitionNode,
  fragments: Scope['fragments'],
  conditions: Values,
  { schema, tables, wire, scalars, sample }: Host<Context, Db>,
): Omit<Variant<Context, Db>, 'id'> {
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) throw new Unsupported(`the schema has no ${operation.operation}`);
  const contextual = new Map<ContextualQuery, Contextual>();
  const scope: Scope = { fragments, wire, scalars, conditions, contextual: contextualRows(contextual, sample) };
  const newAlias = aliases('t');
  const rootOf = ({ key, nodes }: Selected, index: number): Root<Context, Db> => {
    const [node] = nodes;
    const field = rootType.getFields()[node.name.value];
    const plan = field?.extensions.plan as RootPlan<Context, Db> | undefined;
    if (!field || !plan) throw new Unsupported('has no plan');
    if (wireOf(node)) throw new Unsupported('has @wire');
    if ((field.extensions.pothosOptions as { authScopes?: unknown } | undefined)?.authScopes)
      throw new Unsupported('has an access rule of its own');
    const result = plan.kind === 'write' && plan.member ? onlyMember(plan.member, field, nodes, scope) : undefined;
    const type = getNamedType((result ?? { field }).field.type);
    const print = (row: Row): Printed => {
      if (isObjectType(type)) return objectOf(type, result?.nodes ?? nodes, row, scope);
      if (row.kind === 'values' && row.values.value)
        return { value: scalarSql({ value: row.values.value }, type, undefined, scope) };
      throw new Unsupported(`answers with a ${type.name}`);
    };
    const statement = rootStatement(plan, tables, print, newAlias, rootPrefix(index));
    return { key: result ? `${key}.${result.key}` : key, node, field, plan, ...statement };
  };
  const roots = selectedFields([operation.selectionSet], scope).map((selected, index) =>
    compiledField(`${rootType.name}.${selected.nodes[0].name.value}`, () => rootOf(selected, index)),
  );
  if (roots.length === 0) throw new Unsupported('conditions may leave out every root field');
  if (operation.operation === 'mutation' && roots.length > 1)
    throw new Unsupported('several mutations in one operation');
  return { roots, contextual: [...contextual.values()] };
}

/** The member with the rows, where the document selects nothing beside it. */
function onlyMember(
  member: string,
  { type }: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
  scope: Scope,
): Selected & { field: GraphQLField<unknown, unknown> } {
  const [selected, other] = selectedFields(innerSets(nodes), scope);
  const object = getNamedType(type);
  const field = isObjectType(object) ? object.getFields()[member] : undefined;
  if (!selected || other || !field || selected.nodes[0].name.value !== member)
    throw new Unsupported(`selects other members than ${member}`);
  return { ...selected, field };
}

/** Conditions that depend on the context: their text comes from a sample context, their values from each request. */
function contextualRows(known: Map<ContextualQuery, Contextual>, sample: object): Scope['contextual'] {
  return (row, field, query): Rows => {
    const { where = {}, orderBy } = relationQuery(query({}, sample));
    const rows = related(row, field, { orderBy });
    if (rows.row.kind !== 'model') throw new Unsupported(`the relation ${field} is not between models`);
    const { table } = rows.row;
    const { prefix } = known.get(query) ?? { prefix: `c${known.size}` };
    known.set(query, { query, prefix, table, texts: sampleSql(table, where).texts.join('?') });
    return { ...rows, where: sql`${rows.where} AND ${named(whereSql(rows.row, where), prefix)}` };
  };
}

const sampleSql = (table: Table, where: unknown) => whereSql({ table, alias: 'p', newAlias: aliases('p') }, where);

/**
 * The values of conditions that depend on the context.
 *
 * @returns undefined where a condition is not that of the sample context
 */
export function contextualValues(contextual: readonly Contextual[], context: unknown): Values | undefined {
  const values: Record<string, unknown> = {};
  for (const { query, prefix, table, texts } of contextual) {
    const condition = sampleSql(table, query({}, context).where ?? {});
    if (condition.texts.join('?') !== texts) return undefined;
    for (const [name, value] of namedValues(condition, prefix)) values[name] = value;
  }
  return values;
}
