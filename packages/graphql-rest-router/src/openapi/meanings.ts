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

/** What the GraphQL schema says of a member of a request: of an argument, or of a field of an input type. */
interface Meaning {
  readonly description?: string | null | undefined;
  readonly type: GraphQLInputType;
}

type Meanings = ReadonlyMap<string, Meaning>;

/**
 * What the variables of an operation mean: what the schema says of the arguments that they are passed to. The fields of
 * `$input` are members of a request like the others.
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
 * The schema of an input, each member described: by what it means (the GraphQL schema), then by its form (the row's own
 * description). With `components`, what has a title becomes a component of that name.
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
  // What the row says is of this place alone, where the schema has a word for all places.
  const meaning = isInputObjectType(named) && named.description ? wireText(named.description) : undefined;
  const description = meaning ?? rest.description;
  return components.name(title, { ...made, ...(description ? { description } : {}) });
}

function fieldsOf(type: GraphQLInputType): Meanings {
  const named = getNamedType(type);
  return new Map(isInputObjectType(named) ? Object.entries(named.getFields()) : []);
}
