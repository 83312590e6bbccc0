import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../gql/graphql-env.d.ts';

/** Parses a document; its variables and result are typed by `packages/graph/schema.graphql`. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    Date: string;
    DateTime: string;
    Decimal: number;
    LocalDateTime: string;
    LocalTime: string;
    TagValue: string | number;
  };
}>();

/** The type of an input object, an enum or a scalar of the schema. */
export type InputOf<Name extends string> = ReturnType<typeof graphql.scalar<Name>>;
