import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLScalarType,
  GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';

/** Names of fields, arguments and members that hold ids. */
const OF_IDS = /^ids?$|Ids?$/;

/** The type with `SafeInt` in place of `Int`, whose values have 32 bits. */
function widened<Type>(type: Type, safeInt: GraphQLScalarType): Type;
function widened(type: unknown, safeInt: GraphQLScalarType): unknown {
  if (isNonNullType(type)) return new GraphQLNonNull(widened(type.ofType, safeInt));
  if (isListType(type)) return new GraphQLList(widened(type.ofType, safeInt));
  return type === GraphQLInt ? safeInt : type;
}

/** Gives every id the type `SafeInt`. An id is known by its name; one of another name declares its type itself. */
export function withSafeInts(schema: GraphQLSchema): GraphQLSchema {
  const safeInt = schema.getType('SafeInt');
  if (!isScalarType(safeInt)) throw new Error('The schema has no SafeInt.');
  const widen = (member: { name: string; type: unknown }) => {
    if (OF_IDS.test(member.name)) member.type = widened(member.type, safeInt);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach(widen);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      widen(field);
      field.args.forEach(widen);
    }
  }
  // A new schema, because a schema collects its types when it is made.
  return new GraphQLSchema(schema.toConfig());
}
