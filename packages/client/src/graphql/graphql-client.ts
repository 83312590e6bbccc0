import type { Cost } from './answer.ts';
import { type AnyDocument, type Page, responseKeys, type TypedDocument } from './document.ts';
import { type ExportCounts, exportedOrders } from './exported-orders.ts';
import { followed } from './follow.ts';
import { RefusedError, userErrorsOf } from './graphql-error.ts';
import type { GraphqlClientOptions, MutationOptions, RequestOptions } from './options.ts';
import { createTransport } from './transport.ts';

/** Variables may be left out where none is required. */
type Arguments<Variables, Options> =
  Partial<Variables> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

type Entry<Result> = Result[keyof Result] extends readonly (infer Item)[] ? Item : never;

/**
 * All methods throw {GraphqlError} for an answer with errors, and what `fetch` throws without an answer. They wait and
 * repeat the request while that helps: 429 and 503 after `Retry-After`.
 */
export type GraphqlClient = {
  /** What the last answer cost; null before. */
  readonly cost: Cost | null;
  /** Answers a query. */
  query<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): Promise<Result>;
  /** Makes changes. @throws {RefusedError} for input that is refused as `userErrors` */
  mutate<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, MutationOptions>
  ): Promise<Result>;
  /**
   * The pages of a feed (`orderEvents`, `catalogueEvents`) after a cursor, without an end: write a page and its
   * `endCursor` together, then take the next. A page comes with its changes at once, or empty after `waitSeconds` (30).
   * The document is a query with the variables `$after` and `$waitSeconds` that selects `nodes`, `endCursor` and
   * `hasNextPage`.
   *
   * @throws {GraphqlError} with a `reason` where the cursor is too old, or of another history: copy everything again
   */
  follow<Result, Variables extends { after?: string | null; waitSeconds?: number | null }>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): AsyncGenerator<Extract<Result[keyof Result], Page>, never>;
  /**
   * All orders that a filter matches, as they arrive; the document selects `orders` alone. It ends only when all have
   * arrived, and throws otherwise. Leaving the loop ends the export.
   */
  exportAll<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: Arguments<Variables, RequestOptions>
  ): AsyncGenerator<Entry<Result>, ExportCounts>;
};

/** A client of `/graphql` for internal tools. Documents are typed by gql.tada, or by any generator of typed documents. */
export function graphqlClient(options: GraphqlClientOptions): GraphqlClient {
  const transport = createTransport(options);

  /** The one place that knows how refused input is answered. */
  async function mutate(document: AnyDocument, variables?: unknown, { key, signal }: MutationOptions = {}) {
    const sentKey = key === undefined ? crypto.randomUUID() : key;
    const { data, response } = await transport.execute({
      document,
      variables,
      headers: sentKey === null ? {} : { 'idempotency-key': sentKey },
      isRepeatable: sentKey !== null && 'by key',
      ...(signal ? { signal } : {}),
    });
    const refused = userErrorsOf(data, responseKeys(document, 'userErrors'));
    if (refused.length > 0) throw new RefusedError(response, refused, data);
    return data;
  }

  async function* exportAll(document: AnyDocument, variables?: unknown, more?: RequestOptions) {
    const headers = { accept: 'application/x-ndjson' };
    const { response, limit } = await transport.open({ document, variables, headers, ...more }, '/export');
    return yield* exportedOrders(response, limit);
  }

  const untyped = {
    get cost() {
      return transport.cost;
    },
    query: async (document: AnyDocument, variables?: unknown, more?: RequestOptions) =>
      (await transport.execute({ document, variables, ...more })).data,
    mutate,
    follow: (document: AnyDocument, variables?: object, more?: RequestOptions) =>
      followed(transport, { document, variables: variables ?? {}, ...more }),
    exportAll,
  };
  // The types of documents exist only at compile time.
  return untyped as unknown as GraphqlClient;
}
