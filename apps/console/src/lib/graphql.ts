import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../gql/graphql-env.d.ts';

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    scalars: {
      Date: string;
      DateTime: string;
      Decimal: number;
      LocalDateTime: string;
      LocalTime: string;
      SafeInt: number;
      TagValue: string | number;
    };
  }>
>;

/** A document of which only the name of its operation is read, by which its id is found, and its kind. */
const named = (text: string) => {
  const [, operation, name] = /^\s*(query|mutation|subscription)\s+(\w+)/.exec(text) ?? [];
  return { definitions: name ? [{ operation, name: { value: name } }] : [] };
};

/**
 * Makes a document; its variables and result are typed by `packages/graph/schema.graphql`. A built console does not parse
 * it: every page would load the parser and wait for it.
 */
export const graphql =
  process.env.NODE_ENV === 'production' ? (named as unknown as Graphql) : (initGraphQLTada() as Graphql);

/** The type of an input object, an enum or a scalar of the schema. */
export type InputOf<Name extends string> = ReturnType<typeof graphql.scalar<Name>>;
