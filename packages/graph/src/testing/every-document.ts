import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type OperationTypeNode,
} from 'graphql';

/** A valid document with its variables. */
export type Sent = { text: string; variables: Record<string, unknown> };

/** Values of required arguments by the names of their scalars; they fit the type, and mostly name nothing. */
const VALUES: Readonly<Record<string, unknown>> = {
  Int: 1,
  SafeInt: 1,
  ID: '1',
  Float: 1,
  Boolean: true,
  String: 'some text',
  Date: '2026-06-01',
  DateTime: '2026-06-01T10:00:00Z',
  LocalDateTime: '2026-06-01T10:00:00',
  LocalTime: '10:00',
  Decimal: '1.00',
  TagValue: 'some value',
};

function valueFor(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [valueFor(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (!isInputObjectType(nullable)) return VALUES[nullable.name];
  const members = Object.values(nullable.getFields()).filter(
    (member) => isRequiredInputField(member) || member.name === 'roleIds' || member.name === 'name',
  );
  return Object.fromEntries(members.map((member) => [member.name, valueFor(member.type)]));
}

type Field = GraphQLField<unknown, unknown>;

/** A field with its required arguments as variables, which are added to those of the document. */
function call(field: Field, selection: string, declared: Map<string, string>, variables: Record<string, unknown>) {
  const given = field.args.filter(isRequiredArgument).map(({ name, type }) => {
    const variable = `v${declared.size}`;
    declared.set(variable, String(type));
    variables[variable] = valueFor(type);
    return `${name}: $${variable}`;
  });
  const inner = isCompositeType(getNamedType(field.type)) ? ` { ${selection} }` : '';
  return `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${inner}`;
}

function documentOf(kind: string, fields: Field[]): Sent {
  const declared = new Map<string, string>();
  const variables: Record<string, unknown> = {};
  const selection = fields.reduceRight((inner, field) => call(field, inner, declared, variables), '__typename');
  const head = [...declared].map(([name, type]) => `$${name}: ${type}`).join(', ');
  return { text: `${kind}${head === '' ? '' : ` (${head})`} { ${selection} }`, variables };
}

/** A document for each root field of an operation type, without a selection of its members. */
export function everyDocument(
  schema: GraphQLSchema,
  kind: `${OperationTypeNode}`,
): (Sent & { at: string; field: string })[] {
  const root = schema.getRootType(kind as OperationTypeNode);
  return Object.values(root?.getFields() ?? {}).map((field) => ({
    at: `${root?.name}.${field.name}`,
    field: field.name,
    ...documentOf(kind, [field]),
  }));
}

/**
 * A document that selects a field of an object type, by a shortest way from a root.
 *
 * @param isUsed whether a way may use a field, by type and name
 * @returns undefined where there is no way
 */
export function typeDocument(
  schema: GraphQLSchema,
  { type, name }: { type: GraphQLObjectType; name: string },
  isUsed: (at: string) => boolean,
): Sent | undefined {
  const target = type.getFields()[name];
  for (const kind of ['query', 'mutation', 'subscription']) {
    const way = wayTo(schema.getRootType(kind as OperationTypeNode) ?? undefined, type, isUsed);
    if (way && target) return documentOf(kind, [...way, target]);
  }
  return undefined;
}

function wayTo(
  root: GraphQLObjectType | undefined,
  target: GraphQLObjectType,
  isUsed: (at: string) => boolean,
): Field[] | undefined {
  const ways: { type: GraphQLObjectType; way: Field[] }[] = root ? [{ type: root, way: [] }] : [];
  const seen = new Set<GraphQLObjectType>();
  for (const { type, way } of ways) {
    if (type === target) return way;
    for (const field of Object.values(type.getFields())) {
      const next = getNamedType(field.type);
      if (!isObjectType(next) || seen.has(next) || !isUsed(`${type.name}.${field.name}`)) continue;
      seen.add(next);
      ways.push({ type: next, way: [...way, field] });
    }
  }
  return undefined;
}
