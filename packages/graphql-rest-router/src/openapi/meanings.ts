import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { camelName, wireText } from '../casing.ts';
import type { PersistedOperation } from '../operation.ts';
import { REST } from '../route.ts';
import type { Components } from './components.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

/** The description of a request member in the GraphQL schema: of an argument, or of a field of an input type. */
interface Meaning {
  readonly description?: string | null | undefined;
  readonly type: GraphQLInputType;
}

type Meanings = ReadonlyMap<string, Meaning>;

/**
 * The meanings of an operation's variables: the schema's descriptions of the arguments that they are passed to. The
 * fields of `$input` are top-level request members.
 */
export function meaningsOf(schema: GraphQLSchema, { document }: PersistedOperation): Meanings {
  const meanings = new Map<string, Meaning>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument({ value }) {
        const argument = types.getArgument();
        if (value.kind !== Kind.VARIABLE || !argument || meanings.has(value.name.value)) return;
        meanings.set(value.name.value, argument);
      },
    }),
  );
  const rest = meanings.get(REST);
  return rest === undefined ? meanings : new Map([...fieldsOf(rest.type), ...meanings]);
}

/**
 * The schema of an input, with each member described by its meaning (the GraphQL schema), then by its format (the
 * route's own description). With `components`, a schema with a title becomes a component of that name.
 */
export function withMeanings(schema: JsonSchema, meanings: Meanings, components?: Components): JsonSchema {
  if (!isJsonSchema(schema.properties)) return schema;
  const members = Object.entries(schema.properties).map(([name, member]) => {
    if (!isJsonSchema(member)) return [name, member];
    const meaning = meanings.get(camelName(name));
    const description = [meaning?.description && wireText(meaning.description), member.description]
      .filter(Boolean)
      .join(' ');
    return [name, { ...inside(member, meaning?.type, components), ...(description === '' ? {} : { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

function inside(schema: JsonSchema, type: GraphQLInputType | undefined, components?: Components): JsonSchema {
  const { items, anyOf, title, ...rest } = schema;
  const named = type && getNamedType(type);
  const within = (inner: unknown) => (isJsonSchema(inner) ? inside(inner, type, components) : inner);
  const made = {
    ...withMeanings(rest, type === undefined ? new Map() : fieldsOf(type), components),
    ...(items === undefined ? {} : { items: within(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(within) } : {}),
  };
  if (components === undefined || typeof title !== 'string') return made;
  // A component is shared: the type's description wins over the route's, which is about one use only.
  const meaning = isInputObjectType(named) && named.description ? wireText(named.description) : undefined;
  const description = meaning ?? rest.description;
  return components.name(title, { ...made, ...(description ? { description } : {}) });
}

function fieldsOf(type: GraphQLInputType): Meanings {
  const named = getNamedType(type);
  return new Map(isInputObjectType(named) ? Object.entries(named.getFields()) : []);
}
