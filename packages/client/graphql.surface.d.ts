// Generated: `npm run generate`.
import { Introspection } from "./generated/schema.ts";

// packages/client/src/errors.d.ts
/** An error response of the API. */
declare class ChannelError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Field errors (422): messages by dotted path, such as `leader.email`. Empty for other errors. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The id of the request, for support. */
  readonly requestId: string | null;
  /** Seconds after which the same request may succeed (429 and 503). */
  readonly retryAfter: number | null;
  constructor({
    status,
    headers
  }: Response, body: unknown);
}
/** An error of an answer, as the API sent it. */
type AnsweredError = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};
/**
 * An answer with errors. All codes are in the guide (docs/graphql.md). `fields` has the messages by the dotted path of
 * the argument, such as `filter.endDate`.
 */
declare class GraphqlError extends ChannelError {
  /** The code of the first error, such as `CONFLICT`; `UNKNOWN` where something other than the API answered. */
  readonly code: string;
  /** The path of the first error in the answer; null if the operation was not executed. */
  readonly path: readonly (string | number)[] | null;
  readonly retryAfter: number | null;
  /**
   * Why a cursor is refused: `CURSOR_MALFORMED`, `CURSOR_EXPIRED` or `CURSOR_UNKNOWN`; `IN_PROGRESS` where a change of
   * the same key still runs; null for other errors.
   */
  readonly reason: string | null;
  /** All errors, with everything that they hold, such as `made` and the present `version`. */
  readonly errors: readonly AnsweredError[];
  /** What the answer holds beside the errors; null if nothing. */
  readonly data: unknown;
  constructor(response: Response, errors: readonly AnsweredError[], data?: unknown);
}
/** A mutation whose input is refused as data: its `userErrors`. Nothing was changed by the refused fields. */
declare class RefusedError extends GraphqlError {
  constructor(response: Response, errors: readonly AnsweredError[], data: unknown);
}
/** What an operation cost, and what is left of the minute (docs/graphql.md). */
type Cost = {
  /** The cost of the operation. */readonly requested: number; /** The cost that one operation may have. */
  readonly limit: number; /** The cost that the operations of the account may have until `resetsAt`; null where the minute has no limit. */
  readonly remaining: number | null; /** When `remaining` is full again. */
  readonly resetsAt: string;
};
/**
 * A parsed document with the types of its result and variables, as gql.tada, graphql-codegen and others make it
 * (`TypedDocumentNode`).
 */
type TypedDocument<Result, Variables> = {
  readonly definitions: readonly unknown[]; /** Exists only as a type. */
  readonly __apiType?: (variables: Variables) => Result;
};
/** A page of a feed of changes. */
type Page = {
  readonly nodes: readonly unknown[];
  readonly endCursor: string;
  readonly hasNextPage: boolean;
};
/** The end of a complete export. */
type ExportCounts = {
  /** Orders in the export. */readonly orders: number; /** Orders that the filter matched when it began: more, where the account may no longer see some. */
  readonly matched: number;
};
/** The manifest that `npm run operations -- register` writes: its file, parsed. */
type OperationManifest = {
  readonly operations: readonly {
    readonly id: string;
    readonly name: string;
    readonly body: string;
  }[];
};
type GraphqlClientOptions = {
  /** The address of the API, such as `https://api.example.org`. */baseUrl: string; /** The token of a service account, or how to get the present one: it is called for each request. */
  token: string | (() => string | Promise<string>); /** Requests texts and messages in this language (ISO 639-1). */
  language?: string; /** Sends documents by the ids of this manifest alone: `operations.json`, which `npm run operations -- register` wrote. */
  operations?: OperationManifest; /** Seconds for one try. Default: 30. */
  timeoutSeconds?: number; /** How often a request is sent again after an error that passes. Default: 5. A follower goes on without an end. */
  retries?: number; /** Called before each repetition, with the error and the seconds until then. */
  onRetry?: (error: unknown, seconds: number) => void; /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};
type RequestOptions = {
  /** Ends the request, its repetitions, or the loop. */signal?: AbortSignal;
};
type MutationOptions = RequestOptions & {
  /**
   * The `Idempotency-Key`: repetitions with it, also of a later run of the program, are executed once. Default: a random
   * key, for the repetitions of this call. Null sends none, for mutations that take none; these are repeated only where
   * the API refused to execute them.
   */
  key?: string | null;
};
/** Variables may be left out where none is required. */
type Arguments<Variables, Options> = Partial<Variables> extends Variables ? [variables?: Variables, options?: Options] : [variables: Variables, options?: Options];
type Entry<Result> = Result[keyof Result] extends readonly (infer Item)[] ? Item : never;
/**
 * All methods throw {GraphqlError} for an answer with errors, and what `fetch` throws without an answer. They wait and
 * repeat the request while that helps: 429 and 503 after `Retry-After`.
 */
type GraphqlClient = {
  /** What the last answer cost; null before. */readonly cost: Cost | null; /** Answers a query. */
  query<Result, Variables>(document: TypedDocument<Result, Variables>, ...rest: Arguments<Variables, RequestOptions>): Promise<Result>; /** Makes changes. @throws {RefusedError} for input that is refused as `userErrors` */
  mutate<Result, Variables>(document: TypedDocument<Result, Variables>, ...rest: Arguments<Variables, MutationOptions>): Promise<Result>;
  /**
   * The pages of a feed (`orderEvents`, `catalogueEvents`) after a cursor, without an end: write a page and its
   * `endCursor` together, then take the next. A page comes with its changes at once, or empty after `waitSeconds` (30).
   * The document is a query with the variables `$after` and `$waitSeconds` that selects `nodes`, `endCursor` and
   * `hasNextPage`.
   *
   * @throws {GraphqlError} with a `reason` where the cursor is too old, or of another history: copy everything again
   */
  follow<Result, Variables extends {
    after?: string | null;
    waitSeconds?: number | null;
  }>(document: TypedDocument<Result, Variables>, ...rest: Arguments<Variables, RequestOptions>): AsyncGenerator<Extract<Result[keyof Result], Page>, never>;
  /**
   * All orders that a filter matches, as they arrive; the document selects `orders` alone. It ends only when all have
   * arrived, and throws otherwise. Leaving the loop ends the export.
   */
  exportAll<Result, Variables>(document: TypedDocument<Result, Variables>, ...rest: Arguments<Variables, RequestOptions>): AsyncGenerator<Entry<Result>, ExportCounts>;
};
/** A client of `/graphql` for internal tools. Documents are typed by gql.tada, or by any generator of typed documents. */
declare function graphqlClient(options: GraphqlClientOptions): GraphqlClient;
/** The scalars of the schema as JSON holds them: `initGraphQLTada<{ introspection: Introspection; scalars: Scalars }>()`. */
type Scalars = {
  /** A day: `2026-06-30`. */Date: string; /** An instant: `2026-06-30T10:00:00.000Z`. */
  DateTime: string; /** Exact up to 9,007,199,254,740.991. */
  Decimal: number; /** A day and time on the wall clock of a place. */
  LocalDateTime: string; /** A time of day on the wall clock of a place. */
  LocalTime: string; /** An integer up to 2^53 - 1, such as an id. */
  SafeInt: number;
  TagValue: string | number;
};
export { type AnsweredError, ChannelError, type Cost, type ExportCounts, type GraphqlClient, type GraphqlClientOptions, GraphqlError, type Introspection, type MutationOptions, type OperationManifest, type Page, RefusedError, type RequestOptions, Scalars, type TypedDocument, graphqlClient };