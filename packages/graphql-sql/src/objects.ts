import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { isListOf, nullFormSql, type ScalarSql, scalarSql, unlessNoArray } from './scalars.ts';
import { type Fragments, fieldsByKey, innerSets } from './selections.ts';
import { joined, literal, name, raw, type Sql, sql } from './sql.ts';
import { member, type Row, type Rows, related, type Shape, type SqlResolver } from './sql-resolvers.ts';
import { compiledField, Unsupported } from './unsupported.ts';
import { type Wire, type WireForms, wireOf } from './wire.ts';

/** The state of compiling one operation. */
export type Scope = {
  fragments: Fragments;
  wire: WireForms;
  scalars: Readonly<Record<string, ScalarSql>>;
  /** Values of the variables of `@include` and `@skip`. */
  conditions: Readonly<Record<string, unknown>>;
  /** The rows of a relation whose condition depends on the request's context. */
  contextual: (row: Row, field: string, query: ContextualQuery) => Rows;
};

/** A relation's condition and order in Prisma's terms, as a function of the request's context. */
export type ContextualQuery = (args: object, context: unknown) => { where?: unknown; orderBy?: unknown };

export type Selected = { key: string; nodes: [FieldNode, ...FieldNode[]] };

/** The selected fields, without those that `@include` or `@skip` leaves out. */
export const selectedFields = (sets: readonly SelectionSetNode[], scope: Scope): Selected[] =>
  Array.from(
    fieldsByKey(sets, scope.fragments, (node) => isIncluded(node, scope)),
    ([key, nodes]) => ({ key, nodes }),
  );

function isIncluded({ directives = [] }: { directives?: FieldNode['directives'] }, { conditions }: Scope): boolean {
  for (const directive of directives) {
    const isInclude = directive.name.value === 'include';
    if (!isInclude && directive.name.value !== 'skip') continue;
    const value = directive.arguments?.[0]?.value;
    const holds =
      value?.kind === Kind.VARIABLE
        ? conditions[value.name.value] === true
        : value?.kind === Kind.BOOLEAN && value.value;
    if (holds !== isInclude) return false;
  }
  return true;
}

/** Postgres truncates longer names: the answer would have another member. */
const MAX_NAME_BYTES = 63;

/** The JSON of a row: an object of these columns, or a single value. */
export type Printed = { columns: Sql } | { value: Sql };

/** An object of a type, read from a row. */
export function objectOf(type: GraphQLObjectType, nodes: readonly FieldNode[], row: Row, scope: Scope): Printed {
  if ((type.extensions.pothosOptions as { authScopes?: unknown } | undefined)?.authScopes)
    throw new Unsupported(`the type ${type.name} has an access rule of its own`);
  const plain = withoutOnce(row);
  const members = selectedFields(innerSets(nodes), scope).map(({ key, nodes: selected }) => {
    if (Buffer.byteLength(key) > MAX_NAME_BYTES) throw new Unsupported(`the name ${key} is too long`);
    const value = memberSql(type, selected, plain, scope);
    const once = row.kind === 'model' && !row.once?.except.includes(selected[0].name.value) ? row.once : undefined;
    return sql`${once ? once.of.keep(value) : value} AS ${name(key)}`;
  });
  return { columns: joined(members, ', ') };
}

/** The expression of the JSON of a row. */
export function printedSql(printed: Printed, newAlias: () => string): Sql {
  if ('value' in printed) return printed.value;
  const alias = raw(newAlias());
  return sql`(SELECT row_to_json(${alias}.*) FROM (SELECT ${printed.columns}) ${alias})`;
}

/** The JSON list of the rows of `found`, sorted by `order`; an empty `order` does not sort. */
export function printedList(printed: Printed, found: Sql, order: Sql, newAlias: () => string): Sql {
  const ordered = order.texts.join('') === '' ? raw('') : sql` ORDER BY ${order}`;
  // Not `json_agg`, which prints blanks and line breaks between the entries, as `JSON.stringify` does not.
  if ('value' in printed)
    return sql`SELECT array_to_json(ARRAY(SELECT to_json(${printed.value}) FROM ${found}${ordered}))`;
  // Rows are sorted before they become objects: otherwise each object would be a sub-select of its own.
  const alias = raw(newAlias());
  return sql`SELECT array_to_json(ARRAY(SELECT row_to_json(${alias}.*) FROM (SELECT ${printed.columns} FROM ${found}${ordered}) ${alias}))`;
}

/** The row without `once`: only direct members become columns of the table expression, not members of members. */
function withoutOnce(row: Row): Row {
  if (row.kind !== 'model' || !row.once) return row;
  const { once: _once, ...plain } = row;
  return plain;
}

function memberSql(type: GraphQLObjectType, nodes: [FieldNode, ...FieldNode[]], row: Row, scope: Scope): Sql {
  const [node] = nodes;
  const { name: named } = node;
  if (named.value === '__typename') {
    if (wireOf(node)) throw new Unsupported('@wire on __typename');
    return sql`${literal(type.name)}::text`;
  }
  const field = type.getFields()[named.value];
  if (!field) throw new Unsupported(`${type.name} has no field ${named.value}`);
  return compiledField(`${type.name}.${field.name}`, () => fieldSql(type, field, nodes, row, scope));
}

/** The value of the first member instead of the object. `nullAs` replaces a null object only, not a null member. */
function onlyMemberSql(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  row: Row,
  scope: Scope,
  { nullAs }: Wire,
): Sql {
  const [first] = selectedFields(innerSets(nodes), scope);
  if (!first) throw new Unsupported(`${type.name} without selected members`);
  const [node] = first.nodes;
  if (nullAs && (wireOf(node) || !isNonNullType(type.getFields()[node.name.value]?.type)))
    throw new Unsupported(`@wire(nullAs: ${nullAs}) of an only member that may be null`);
  return memberSql(type, first.nodes, row, scope);
}

type Extensions = {
  fieldSql?: SqlResolver;
  pothosExposedField?: string;
  pothosOptions?: { authScopes?: unknown };
  pothosResolveWrapped?: boolean;
  pothosPrismaRelationField?: { name: string };
  pothosPrismaSelect?: (
    args: object,
    context: object,
    nested: (query: unknown) => unknown,
  ) => { select: Record<string, unknown> };
};

function fieldSql(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  nodes: [FieldNode, ...FieldNode[]],
  row: Row,
  scope: Scope,
): Sql {
  const [node] = nodes;
  const shape = shapeOf(type, field, row, scope);
  // All nodes of one key have the same directive, see `ambiguousWire`.
  const wire = wireOf(node);
  if (wire && isListOf(field.type)) throw new Unsupported('has @wire on a list');
  const value = valueSql(shape, field.type, nodes, row, scope, wire);
  return wire?.nullAs === undefined ? value : nullFormSql(value, wire.nullAs, scope.wire);
}

function shapeOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, row: Row, scope: Scope): Shape {
  const extensions = field.extensions as Extensions;
  // The statement is built before a request supplies arguments.
  if (field.args.length > 0) throw new Unsupported('has arguments');
  if (extensions.pothosOptions?.authScopes) throw new Unsupported('has an access rule of its own');
  if (extensions.fieldSql) return extensions.fieldSql(row, type.name);
  // Pothos wraps the resolver of a column that it reads only where the column is selected.
  const isExposed = !extensions.pothosResolveWrapped || extensions.pothosPrismaSelect !== undefined;
  if (extensions.pothosExposedField && isExposed) {
    const column = row.kind === 'model' ? row.table.columns[extensions.pothosExposedField] : undefined;
    const scalar = getNamedType(field.type).name;
    // Postgres prints JSON with blanks and in another order of members.
    if (column?.type === 'Json' && !scope.scalars[scalar]) throw new Unsupported(`has JSON, and ${scalar} no format`);
    return { value: member(row, extensions.pothosExposedField), isJson: row.kind === 'json' };
  }
  if (extensions.pothosPrismaRelationField) return { rows: relationRows(extensions, row, scope) };
  throw new Unsupported('has no SQL resolver');
}

function relationRows({ pothosPrismaRelationField, pothosPrismaSelect }: Extensions, row: Row, scope: Scope): Rows {
  const field = pothosPrismaRelationField?.name ?? '';
  const query = pothosPrismaSelect?.({}, {}, (inner) => inner).select[field];
  if (typeof query !== 'function') return related(row, field, relationQuery(query ?? {}));
  return scope.contextual(row, field, query as ContextualQuery);
}

/** The condition and the order of a relation. @throws {Unsupported} for one that takes some of its rows only */
export function relationQuery(query: object): { where?: unknown; orderBy?: unknown } {
  const { where, orderBy, select: _select, include: _include, ...more } = query as Record<string, unknown>;
  const [given] = Object.entries(more).filter(([, value]) => value !== undefined);
  if (given) throw new Unsupported(`a relation with ${given[0]}`);
  return { where, orderBy };
}

function valueSql(
  shape: Shape,
  type: GraphQLOutputType,
  nodes: [FieldNode, ...FieldNode[]],
  row: Row,
  scope: Scope,
  wire: Wire | undefined,
): Sql {
  const named = getNamedType(type);
  const isList = isListOf(type);
  if (isAbstractType(named)) throw new Unsupported(`answers with the abstract type ${named.name}`);
  if (!isObjectType(named)) {
    if (!('value' in shape)) throw new Unsupported(`has a ${named.name} that is not a single value`);
    return scalarSql(shape, type, wire, scope);
  }
  if (wire?.as !== undefined && !scope.wire.forms[wire.as]?.isOnlyMember)
    throw new Unsupported(`@wire(as: ${wire.as}) on an object`);
  const print = (inner: Row): Printed =>
    wire?.as === undefined
      ? objectOf(named, nodes, inner, scope)
      : { value: onlyMemberSql(named, nodes, inner, scope, wire) };
  if ('rows' in shape) return isList ? listSql(shape.rows, print) : oneSql(shape.rows, print);
  if ('object' in shape) {
    const printed = printedSql(print(shape.object), row.newAlias);
    return shape.when ? sql`(CASE WHEN ${shape.when} THEN ${printed} END)` : printed;
  }
  return isList ? elementsSql(shape.value, isNonNullType(type), row, print) : frozenSql(shape.value, row, print);
}

type Print = (row: Row) => Printed;

const listSql = ({ row, from, where, order }: Rows, print: Print): Sql =>
  sql`(${printedList(print(row), sql`${from} WHERE ${where}`, order, row.newAlias)})`;

const oneSql = ({ row, from, where }: Rows, print: Print): Sql => oneOf(print(row), sql`${from} WHERE ${where}`, row);

/** The JSON of the only row of `found`; null where there is none. */
function oneOf(printed: Printed, found: Sql, { newAlias }: Row): Sql {
  if ('value' in printed) return sql`(SELECT ${printed.value} FROM ${found})`;
  const alias = raw(newAlias());
  return sql`(SELECT row_to_json(${alias}.*) FROM (SELECT ${printed.columns} FROM ${found}) ${alias})`;
}

function elementsSql(list: Sql, isRequired: boolean, { newAlias }: Row, print: Print): Sql {
  const alias = raw(newAlias());
  const element: Row = { kind: 'json', json: sql`${alias}.value`, newAlias };
  const found = sql`jsonb_array_elements(${list}) WITH ORDINALITY ${alias} (value, ordinality)`;
  const printed = printedList(print(element), found, sql`${alias}.ordinality`, newAlias);
  return unlessNoArray(list, isRequired, sql`(${printed})`);
}

/**
 * A frozen object gets one alias, so that Postgres walks its path and decompresses it once and not for each member:
 * `#> '{}'` is the decompressed object itself, and OFFSET 0 keeps the planner from inlining it into each member.
 */
function frozenSql(json: Sql, { newAlias }: Row, print: Print): Sql {
  const alias = raw(newAlias());
  const inner: Row = { kind: 'json', json: sql`${alias}.value`, newAlias };
  const found = sql`(SELECT ${json} #> '{}' AS value OFFSET 0) ${alias} WHERE jsonb_typeof(${alias}.value) = 'object'`;
  return oneOf(print(inner), found, inner);
}
