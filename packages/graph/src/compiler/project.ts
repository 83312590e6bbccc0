import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { fieldsByKey, type NullForm, type Wire, type WireForm, wireOf } from '../shared/wire.ts';
import { joined, literal, name, raw, type Sql, sql } from './sql.ts';
import { member, type Row, type Rows, related, type Shape, type SqlResolver, translatedSql } from './sql-resolvers.ts';
import { compiledField, Unsupported } from './where.ts';

/** The state of compiling one operation. */
export type Scope = {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
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
  const sets = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
  if ((type.extensions.pothosOptions as { authScopes?: unknown } | undefined)?.authScopes)
    throw new Unsupported(`the type ${type.name} has an access rule of its own`);
  const plain = withoutOnce(row);
  const members = selectedFields(sets, scope).map(({ key, nodes: selected }) => {
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
  return sql`(SELECT row_to_json(${alias}) FROM (SELECT ${printed.columns}) ${alias})`;
}

/** The JSON list of the rows of `found`, sorted by `order`; an empty `order` does not sort. */
export function printedList(printed: Printed, found: Sql, order: Sql, newAlias: () => string): Sql {
  const ordered = order.texts.join('') === '' ? raw('') : sql` ORDER BY ${order}`;
  if ('value' in printed) return sql`SELECT coalesce(json_agg(${printed.value}${ordered}), '[]') FROM ${found}`;
  // Rows are sorted before they become objects: inside the aggregate, each object would be a sub-select of its own.
  const alias = raw(newAlias());
  return sql`SELECT coalesce(json_agg(row_to_json(${alias})), '[]') FROM (SELECT ${printed.columns} FROM ${found}${ordered}) ${alias}`;
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
  return compiledField(`${type.name}.${field.name}`, () => fieldSql(field, nodes, row, scope));
}

/** The value of the first member instead of the object. `nullAs` replaces a null object only, not a null member. */
function onlyMemberSql(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  row: Row,
  scope: Scope,
  { nullAs }: Wire,
): Sql {
  const [first] = selectedFields(
    nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : [])),
    scope,
  );
  if (!first) throw new Unsupported(`${type.name} without selected members`);
  const [node] = first.nodes;
  if (nullAs && (wireOf(node) || !isNonNullType(type.getFields()[node.name.value]?.type)))
    throw new Unsupported(`@wire(nullAs: ${nullAs}) of an only member that may be null`);
  return memberSql(type, first.nodes, row, scope);
}

type Extensions = {
  fieldSql?: SqlResolver;
  translatedColumn?: string;
  frozenMember?: string;
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
  field: GraphQLField<unknown, unknown>,
  nodes: [FieldNode, ...FieldNode[]],
  row: Row,
  scope: Scope,
): Sql {
  const [node] = nodes;
  const shape = shapeOf(field, row, scope);
  // All nodes of one key have the same directive, see `ambiguousWire`.
  const wire = wireOf(node);
  if (wire && isListOf(field.type)) throw new Unsupported('has @wire on a list');
  const value = valueSql(shape, field.type, nodes, row, scope, wire ?? {});
  return wire?.nullAs ? NULL_FORMS[wire.nullAs](value) : value;
}

function shapeOf(field: GraphQLField<unknown, unknown>, row: Row, scope: Scope): Shape {
  const extensions = field.extensions as Extensions;
  // The statement is built before a request supplies arguments.
  if (field.args.length > 0) throw new Unsupported('has arguments');
  if (extensions.fieldSql) return extensions.fieldSql(row);
  if (extensions.translatedColumn) return translatedSql(row, extensions.translatedColumn);
  if (extensions.frozenMember) return { value: member(row, extensions.frozenMember), isJson: true };
  if (extensions.pothosOptions?.authScopes) throw new Unsupported('has an access rule of its own');
  // Pothos wraps the resolver of a column that it reads only where the column is selected.
  const isExposed = !extensions.pothosResolveWrapped || extensions.pothosPrismaSelect !== undefined;
  if (extensions.pothosExposedField && isExposed)
    return { value: member(row, extensions.pothosExposedField), isJson: row.kind === 'json' };
  if (extensions.pothosPrismaRelationField) return { rows: relationRows(extensions, row, scope) };
  throw new Unsupported('has no SQL resolver');
}

function relationRows({ pothosPrismaRelationField, pothosPrismaSelect }: Extensions, row: Row, scope: Scope): Rows {
  const field = pothosPrismaRelationField?.name ?? '';
  const query = pothosPrismaSelect?.({}, {}, (inner) => inner).select[field];
  if (typeof query !== 'function') return related(row, field, (query ?? {}) as object);
  return scope.contextual(row, field, query as ContextualQuery);
}

function valueSql(
  shape: Shape,
  type: GraphQLOutputType,
  nodes: [FieldNode, ...FieldNode[]],
  row: Row,
  scope: Scope,
  wire: Wire,
): Sql {
  const named = getNamedType(type);
  const isList = isListOf(type);
  if (!isObjectType(named)) {
    if (!('value' in shape)) throw new Unsupported(`has a ${named.name} that is not a single value`);
    return scalarSql(shape, named.name, wire);
  }
  if (wire.as && wire.as !== 'ONLY_MEMBER') throw new Unsupported(`@wire(as: ${wire.as}) on an object`);
  const print = (inner: Row): Printed =>
    wire.as ? { value: onlyMemberSql(named, nodes, inner, scope, wire) } : objectOf(named, nodes, inner, scope);
  if ('rows' in shape) return isList ? listSql(shape.rows, print) : oneSql(shape.rows, print);
  if ('object' in shape) {
    const printed = printedSql(print(shape.object), row.newAlias);
    return shape.when ? sql`(CASE WHEN ${shape.when} THEN ${printed} END)` : printed;
  }
  return isList ? elementsSql(shape.value, row, print) : frozenSql(shape.value, row, print);
}

const isListOf = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

type Print = (row: Row) => Printed;

const listSql = ({ row, from, where, order }: Rows, print: Print): Sql =>
  sql`(${printedList(print(row), sql`${from} WHERE ${where}`, order, row.newAlias)})`;

const oneSql = ({ row, from, where }: Rows, print: Print): Sql => oneOf(print(row), sql`${from} WHERE ${where}`, row);

/** The JSON of the only row of `found`; null where there is none. */
function oneOf(printed: Printed, found: Sql, { newAlias }: Row): Sql {
  if ('value' in printed) return sql`(SELECT ${printed.value} FROM ${found})`;
  const alias = raw(newAlias());
  return sql`(SELECT row_to_json(${alias}) FROM (SELECT ${printed.columns} FROM ${found}) ${alias})`;
}

function elementsSql(list: Sql, { newAlias }: Row, print: Print): Sql {
  const alias = raw(newAlias());
  const element: Row = { kind: 'json', json: sql`${alias}.value`, newAlias };
  const found = sql`jsonb_array_elements(${list}) WITH ORDINALITY ${alias} (value, ordinality)`;
  return sql`(${printedList(print(element), found, sql`${alias}.ordinality`, newAlias)})`;
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

/** How a column of each scalar is converted to JSON; other scalars need no conversion. */
const SCALARS: Record<string, (value: Sql) => Sql> = {
  Decimal: (value) => sql`trim_scale(${value})`,
  DateTime: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  LocalDateTime: (value) => sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`,
  LocalTime: (value) => sql`left(${value}::text, 8)`,
};

/**
 * How a form formats a value, and of which scalars; `ofColumns` where it applies to columns only, not to JSON values.
 */
type Form = { scalars: readonly string[]; ofColumns?: boolean; format: (value: Sql, scalar: string) => Sql };

/** The forms of `@wire`, as in shared/wire.ts. A form or a scalar that is missing here is unsupported. */
const FORMS: Partial<Record<WireForm, Form>> = {
  TEXT: { scalars: ['Int', 'Decimal'], format: (value, scalar) => sql`(${printed(value, scalar)})::text` },
  NULL: { scalars: ['Int', 'String'], format: () => raw('NULL::text') },
  DATE_TIME_TEXT: {
    scalars: ['DateTime'],
    ofColumns: true,
    format: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
  },
  SHORT_TIME: { scalars: ['LocalTime'], format: (value) => sql`left(${value}::text, 5)` },
  ISO_DATE_TIME: { scalars: ['Date'], format: (value) => sql`${value}::text || 'T00:00:00.000Z'` },
  CANCELED: {
    scalars: ['OrderStatus', 'String'],
    format: (value) => sql`CASE ${value}::text WHEN 'Cancelled' THEN 'CANCELED' ELSE ${value}::text END`,
  },
};

const NULL_FORMS: Record<NullForm, (value: Sql) => Sql> = {
  EMPTY_LIST: (value) => sql`coalesce(to_json(${value}), '[]'::json)`,
  EMPTY_TEXT: (value) => sql`coalesce(to_json(${value}), '""'::json)`,
};

const printed = (value: Sql, scalar: string): Sql => SCALARS[scalar]?.(value) ?? value;

function scalarSql({ value, isJson }: { value: Sql; isJson?: boolean }, scalar: string, { as, nullAs }: Wire): Sql {
  // A JSON null is not an SQL null, and `as: NULL` is null for every value: `nullAs` would treat both wrongly.
  if (nullAs && (as ? as === 'NULL' : isJson))
    throw new Unsupported(`@wire(nullAs: ${nullAs}) on a ${scalar} ${as ? 'as NULL' : 'in JSON'}`);
  // A frozen value is JSON: forms of texts and numbers start from its text.
  const start = isJson ? sql`(${value} #>> '{}')${raw(scalar === 'Decimal' ? '::numeric' : '')}` : value;
  if (!as) return isJson && scalar !== 'Decimal' ? value : printed(start, scalar);
  const form = FORMS[as];
  if (!form?.scalars.includes(scalar) || (form.ofColumns && isJson))
    throw new Unsupported(`@wire(as: ${as}) on a ${scalar} ${isJson ? 'in JSON' : 'in a column'}`);
  return form.format(start, scalar);
}
