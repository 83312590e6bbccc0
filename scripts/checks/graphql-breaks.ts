import { type Change, ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';

/** What requests may have and need not: "dangerous" to the library. */
const OPTIONAL_INPUT: readonly string[] = [ChangeType.FieldArgumentAdded, ChangeType.InputFieldAdded];

/** The same change of hundreds of ids, which have one name. */
const WIDENED = /'(\[?)Int([\]!]*)' to '\1SafeInt\2'$/;

/**
 * The breaks between two GraphQL schemas. What the library calls dangerous is a break as well: a default value that
 * changes, or a value of an enum or a member of a union that clients receive and do not know.
 */
export async function graphqlBreaks(before: string, after: string) {
  const schema = buildSchema(after);
  const received = typesOfFields(schema);
  const isBreak = ({ type, criticality, meta }: Change) => {
    if (criticality.level !== CriticalityLevel.Dangerous) return criticality.level === CriticalityLevel.Breaking;
    if (type === ChangeType.EnumValueAdded) return received.has(meta.enumName);
    return !OPTIONAL_INPUT.includes(type);
  };
  const changes = await diff(buildSchema(before), schema);
  return changes.filter(isBreak).map(({ path, message }) => ({
    name: WIDENED.test(message) ? 'Int to SafeInt' : (path ?? message),
    reason: message,
  }));
}

const typesOfFields = (schema: GraphQLSchema): ReadonlySet<string> =>
  new Set(
    Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
  );
