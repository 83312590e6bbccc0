/*
 * The GraphQL half, `@channel/client/graphql`: for internal tools, with the token of a service account. Partners use v1.
 */

export { ChannelError } from './errors.ts';
export type { Introspection } from './generated/schema.ts';
export type { Cost } from './graphql/answer.ts';
export type { Page, TypedDocument } from './graphql/document.ts';
export type { ExportCounts } from './graphql/exported-orders.ts';
export { type GraphqlClient, graphqlClient } from './graphql/graphql-client.ts';
export { type AnsweredError, GraphqlError, RefusedError } from './graphql/graphql-error.ts';
export type { GraphqlClientOptions, MutationOptions, RequestOptions } from './graphql/options.ts';
export type { OperationManifest } from './graphql/registered.ts';

/** The scalars of the schema as JSON holds them: `initGraphQLTada<{ introspection: Introspection; scalars: Scalars }>()`. */
export type Scalars = {
  /** A day: `2026-06-30`. */
  Date: string;
  /** An instant: `2026-06-30T10:00:00.000Z`. */
  DateTime: string;
  /** Exact up to 9,007,199,254,740.991. */
  Decimal: number;
  /** A day and time on the wall clock of a place. */
  LocalDateTime: string;
  /** A time of day on the wall clock of a place. */
  LocalTime: string;
  /** An integer up to 2^53 - 1, such as an id. */
  SafeInt: number;
  TagValue: string | number;
};
