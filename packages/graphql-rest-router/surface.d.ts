// Generated: `npm run generate`.
import { Readable } from "node:stream";
import { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";
import { DocumentNode, ExecutionResult, FieldNode, GraphQLField, GraphQLObjectType, GraphQLSchema, VariableDefinitionNode } from "graphql";
import { z } from "zod";
import { ServerResponse } from "node:http";

// packages/graphql-rest-router/src/paged-stream.d.ts
/** A page of an export. */
type ExportPage = {
  readonly text: string | Buffer; /** Its rows. */
  readonly rows: number; /** The error that ends the export, where the text says so. */
  readonly error?: unknown;
};
/**
 * Notes the progress of an export: the rows that were sent so far. `end` is given once, when it has ended, with the error
 * that ended it; never where the client left before.
 */
type ExportProgress = (rows: number, end?: {
  readonly error?: unknown;
}) => void;
/**
 * Streams an export page by page, as the client reads. An error cuts the response off, so that it does not look complete.
 */
declare function pagedStream(pages: AsyncIterable<ExportPage>, note: ExportProgress): Readable;
/**
 * How the data of an operation becomes the response body. Created by `data`, `page`, `bare`, `empty` and `csv`. A root is
 * the response name of a root field; a member of its object is named after a dot.
 */
type Answer = {
  readonly kind: 'data' | 'bare';
  readonly root: string;
} | {
  readonly kind: 'page';
  readonly roots: readonly string[];
} | {
  readonly kind: 'empty';
} | ({
  readonly kind: 'csv';
} & CsvOptions);
/** `{ "data": <value of the root field> }`; null is answered 404. */
declare function data(root?: string): Answer;
/** `{ "data": <value of one root>, "meta": <value of the other> }`. */
declare function page(list?: string, meta?: string): Answer;
/**
 * The value of the root field is the body; null is answered 404. With a root whose members are `data` and `meta`: a
 * page.
 */
declare function bare(root: string): Answer;
/** No body (use it with the status 204). */
declare function empty(): Answer;
/** One column of an export: a dotted path into an entry, or a function of the entry. */
interface CsvColumn {
  readonly title: string;
  readonly value: string | ((entry: unknown) => unknown);
}
interface CsvOptions {
  /** Root field whose value is the list of entries. */
  readonly root: string;
  /** The columns, evaluated for each request. */
  readonly columns: () => readonly CsvColumn[];
  /** Titles of the columns that a request has, in their order. Absent: all columns. */
  readonly chosen?: (variables: Variables) => readonly string[];
  /** Name offered for the download. */
  readonly filename: (now: Date) => string;
  /** Variables of the next page, judged by the data of the last; undefined ends the export. Absent: one page. */
  readonly next?: (data: Data, variables: Variables) => Variables | undefined;
}
/**
 * A CSV file (RFC 4180, UTF-8), streamed page by page; text that a spreadsheet would run as a formula gets a leading
 * apostrophe.
 */
declare function csv(options: CsvOptions): Answer;
type Variables = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;
/**
 * Finished JSON: a text, or its UTF-8 bytes, which are never decoded to a string. Their memory is released once they
 * are sent.
 */
type JsonText = string | Buffer;
/** Data of an operation: as values, or as finished JSON for each root, which may name a member after a dot. */
type Executed = {
  readonly data: Data;
} | {
  readonly json: Readonly<Record<string, JsonText>>;
};
/**
 * The ETag in `If-None-Match` under which the client has an answer, in a coding that it accepts.
 *
 * @param etag the strong ETag of the plain answer
 * @returns undefined if the client does not have it
 */
declare function knownEtag(request: FastifyRequest, etag: string): string | undefined;
/** The ETags of plain answers that the client may have, in any of the codings that it accepts, without their quotes. */
declare const candidates: (request: FastifyRequest) => string[];
/**
 * Has the answer to a request sent without compression: for one that holds a secret beside text that somebody else may
 * choose. Its length would show how much of the secret the text repeats (BREACH).
 */
declare const sendPlain: (request: FastifyRequest) => void;
/** One violation in a request: the path of the member (GraphQL or wire names) and what was expected there. */
interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
/**
 * An expected error: the client receives its status and message unchanged.
 * Any other error is answered 500 with a fixed text and logged under its tracking id.
 */
declare class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** @throws {RangeError | TypeError} if the status is not one of 400 to 599, or a header cannot be sent */
  constructor(status: number, message: string, headers?: Readonly<Record<string, string>>);
}
/** No valid credentials on a route that needs them: 401. */
declare class Unauthenticated extends HttpError {
  constructor();
}
/**
 * 422 with one entry per invalid member. A message that begins with a lower-case letter is a predicate
 * ("must be an integer") and gets the dotted wire path in front; a full sentence is kept unchanged.
 */
declare class InvalidInput extends HttpError {
  readonly fieldErrors: readonly FieldError[];
  constructor(fieldErrors: readonly FieldError[]);
  /** The messages by the dotted wire path of their member; `body` for the input as a whole. */
  get fields(): Readonly<Record<string, readonly string[]>>;
}
/** Maps the host's own errors; undefined leaves an error to this library. */
type Translate = (error: unknown) => HttpError | undefined;
/** A JSON schema (2020-12), as OpenAPI 3.1 embeds it. */
type JsonSchema = {
  readonly [keyword: string]: unknown;
};
/**
 * `unauthenticated`: no valid credentials on a route that needs them (401). `invalid`: members of the input are invalid
 * (422). `expected`: any other refusal. `unexpected`: an internal error (500).
 */
type FailureKind = 'unauthenticated' | 'invalid' | 'expected' | 'unexpected';
/** A failure that is answered with an error body. */
interface Failure {
  readonly kind: FailureKind;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** A message for people. That of an unexpected error is a fixed text. */
  readonly message: string;
  /** Messages by the dotted wire path of the member; null unless the kind is `invalid`. */
  readonly fields: Readonly<Record<string, readonly string[]>> | null;
  /** The id under which an unexpected error is logged, equal to the header `X-Request-Id`; null for other kinds. */
  readonly trackingId: string | null;
}
/** How the body of a kind of failure is published in the OpenAPI document. */
interface PublishedBody {
  /** Its name among the schemas of the document; kinds with the same schema share a name. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** The description of the response; default: the meaning of its status. */
  readonly meaning?: string;
}
/** The form of error bodies: of every error that a server answers, and of the OpenAPI document. */
interface ErrorEnvelope {
  /** The header `Content-Type` of error responses. */
  readonly contentType: string;
  /** The body of a failure, which is sent as JSON. */
  readonly body: (failure: Failure) => unknown;
  readonly published: Readonly<Record<FailureKind, PublishedBody>>;
}
/**
 * `{ errors, meta: { message, tracking_id } }`: `errors` holds messages by dotted path, or null. 401 for missing
 * credentials is `{ message }`.
 */
declare const errorsAndMeta: ErrorEnvelope;
/**
 * Problem details (RFC 9457), `application/problem+json`, with the extensions `errors` (messages by dotted path) and
 * `tracking_id`.
 */
declare const problemDetails: ErrorEnvelope;
/** Reads JSON that is no body, with the same limits. */
declare function jsonReader(app: FastifyInstance): (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void) => void;
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only answers 405; its methods are not methods of the address. */
    refuses?: boolean;
  }
}
/** Adds HEAD to methods that include GET. */
/** A route that answers all methods but these with 405 and `Allow`. */
declare function refusalOfOthers(url: string, methods: Iterable<string>, message?: string): {
  method: string[];
  url: string;
  config: {
    refuses: boolean;
  };
  onRequest: () => Promise<never>;
  handler: () => undefined;
};
/** The header `Allow` of an address. */
declare const allowOf: (methods: Iterable<string>) => string;
/** A named query or mutation with the fragments it needs, reusable for any number of executions. */
interface PersistedOperation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly document: DocumentNode;
  /** The response names of its root fields (aliases where there are any), in order. */
  readonly roots: readonly string[];
  readonly variables: readonly VariableDefinitionNode[];
}
/**
 * Reads one named operation with the fragments that it uses.
 * Throws when there is no or more than one operation, no name, or an undefined fragment.
 */
declare function loadOperation(source: string | DocumentNode, fragments?: readonly (string | DocumentNode)[]): PersistedOperation;
/** The operations of a folder by name. */
interface Operations {
  /** Throws when no file holds an operation of that name. */
  get(name: string): PersistedOperation;
  readonly all: readonly PersistedOperation[];
}
/**
 * Reads every `.graphql` file below a folder. A file with an operation is a persisted document; fragments of all files
 * are shared. Throws with the file's name when a file can't be parsed or a name is defined twice.
 */
declare function readOperations(folder: URL): Operations;
/** One selected field, for a host that changes its schema. */
interface SelectedField {
  readonly node: FieldNode;
  readonly parent: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
}
interface ShapeOptions {
  readonly schema: GraphQLSchema;
  /** JSON schemas of the custom scalars, in their serialized form. */
  readonly scalars?: Readonly<Record<string, JsonSchema>>;
  /** Refuses members that the documents don't select; for tests. A published document allows additions. */
  readonly exact?: boolean;
  /**
   * Changes the schema of a selected field (null included), for instance by a client directive on `node` or by what
   * `definition` says; undefined keeps it.
   */
  readonly shapeOf?: (field: SelectedField, schema: JsonSchema) => JsonSchema | undefined;
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** One endpoint, as data. Wire names are snake_case in every schema. */
interface RouteOptions<Params extends z.ZodObject = z.ZodObject, Input extends z.ZodObject = z.ZodObject> {
  readonly method: Method | readonly Method[];
  /** Fastify path; every `:name` is a member of `params`. */
  readonly path: string;
  readonly operation: PersistedOperation;
  /** Path parameters; an invalid one is answered 404. */
  readonly params?: Params;
  /**
   * The input: for GET (and its QUERY form) query string and JSON body together, otherwise the JSON body. Its
   * `example` (zod's `meta`) is the example of the body in the OpenAPI document.
   */
  readonly input?: Input;
  /**
   * Variables of the operation. Without it each variable takes the parameter or member of its name, and `$input` takes
   * all members that no other variable takes. Names at every depth become camelCase either way.
   */
  readonly variables?: (input: z.output<Input>, params: z.output<Params>) => Variables;
  /** Default 200. */
  readonly status?: number;
  readonly answer: Answer;
  /** Needs no credentials; `authenticate` is not called. */
  readonly public?: boolean;
  /** Root field with the version of the entity: the ETag begins with this version and a dot. */
  readonly version?: string;
  /** `operationId` in the OpenAPI document; default: the operation's name. */
  readonly id?: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Further error statuses of the domain (403, 409, …), for the OpenAPI document. */
  readonly refuses?: readonly number[];
  /** Ids of the host's open facts, published as `x-open-fact`. */
  readonly openFacts?: readonly string[];
}
/** A validated route. */
interface Route extends Omit<RouteOptions, 'method' | 'variables' | 'params' | 'input'> {
  readonly methods: readonly Method[];
  readonly params: z.ZodObject;
  readonly input: z.ZodObject;
  readonly readsInput: boolean;
  readonly status: number;
  /** Whether its answers to reads have a strong ETag, and `If-None-Match` is answered 304: all but those of exports. */
  readonly etag: boolean;
  /** Whether the host maps the variables with a function of its own. */
  readonly mapped: boolean;
  /** Validates a raw request. Throws HttpError 404 for the path, InvalidInput for the input. */
  readonly read: (params: unknown, input: () => Record<string, unknown>) => Variables;
}
declare const NONE: z.ZodObject<{}, z.core.$strip>;
/**
 * Declares an endpoint. Throws when the route is inconsistent: parameters unlike the path's, names that don't survive
 * the case conversion, a root field that the document lacks, a variable without a source, a member that no variable
 * takes.
 */
declare function route<Params extends z.ZodObject = typeof NONE, Input extends z.ZodObject = typeof NONE>(options: RouteOptions<Params, Input>): Route;
/** A parameter object of OpenAPI. */
type Parameter = JsonSchema;
/** A parameter or header that many operations share. */
interface Shared<Content> {
  readonly name: string;
  readonly content: Content;
  /** The routes that have it; default all. */
  readonly where?: (route: Route) => boolean;
  /** Whether a header is also one of refusals, except those without valid credentials; default false. */
  readonly onRefusals?: boolean;
}
/** A request that the host sends to its subscribers, with a body made from a persisted operation. */
interface Webhook {
  /** Its name among the webhooks, such as the kind of event. */
  readonly name: string;
  /** Unique among all operation ids. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly openFacts?: readonly string[];
  /** The request headers, as OpenAPI parameters. */
  readonly headers: readonly Parameter[];
  /** The meaning of the receiver's answers, by status or range such as `2XX`. */
  readonly answers: Readonly<Record<string, string>>;
  /** The body, put together from the values of root fields (never null) of operations. */
  readonly body: (rootShape: RootShape) => JsonSchema;
}
/** The schema of a root field's value. */
type RootShape = (operation: PersistedOperation, root: string) => JsonSchema;
interface OpenApiOptions extends ShapeOptions {
  readonly routes: readonly Route[];
  /** `title`, `version`, `description`, `license`, … */
  readonly info: JsonSchema;
  readonly servers: readonly {
    readonly url: string;
    readonly description?: string;
  }[];
  /** The description of every tag that a route uses. */
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
  }[];
  /** How a client gets its bearer token. */
  readonly bearer?: string;
  /** Request parameters in addition to those of the routes, such as a header for the language. */
  readonly parameters?: readonly Shared<Parameter>[];
  /** The form of error bodies, as that of the server; default `problemDetails`. */
  readonly envelope?: ErrorEnvelope;
  /** Statuses with which the host refuses calls of a route, in addition to the route's own. */
  readonly refuses?: (route: Route) => readonly number[];
  /** Headers of successful responses, in addition to those of the router. */
  readonly headers?: readonly Shared<JsonSchema>[];
  /** The URL of an entry of the host's open facts; with it, each `x-open-fact` is linked in the description. */
  readonly openFactUrl?: (id: string) => string;
  /** Requests that the host sends to clients. */
  readonly webhooks?: readonly Webhook[];
}
/**
 * The OpenAPI 3.1 document of a table of routes, and of webhooks. Requests come from the routes' zod schemas, answers
 * from their documents and the GraphQL schema. Input of GET is in `parameters` and, as a body, in `x-get-body`; the
 * QUERY operation is in `x-query` of the path. Throws for an invalid route, a custom scalar without a JSON schema, a
 * duplicate operation id and an unknown tag.
 */
declare function openapi(options: OpenApiOptions): Record<string, unknown>;
/**
 * Generates the document of `openapi()` in pieces, one for each route, so that a server can handle other requests in
 * between.
 */
declare function openapiInPieces({
  routes,
  info,
  servers,
  tags,
  ...options
}: OpenApiOptions): Generator<void, Record<string, unknown>>;
/** Whether an error of a stream only says that the client left before its end. */
declare const hasLeft: (error: unknown, {
  raw
}: FastifyReply) => boolean;
/**
 * The result of an executor: a GraphQL result, or the finished JSON of the value of each root field, with a validator
 * that is equal only for equal JSON. For an answer that the client knows, the root field of the version is enough.
 */
type ExecuteResult = ExecutionResult | {
  readonly json: Readonly<Record<string, JsonText>>;
  readonly validator?: string | undefined;
  readonly isKnown?: boolean;
};
/** An answer before it is sent. */
interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, a stream (CSV), or undefined for no body. */
  readonly body: JsonText | Readable | undefined;
}
/** One accepted request: authenticated, routed, its input checked. */
interface Call<Context> {
  readonly request: FastifyRequest;
  readonly route: Route;
  readonly variables: Variables;
  readonly context: Context;
}
/** A request that is about to run. */
interface Arrival<Actor> {
  readonly request: FastifyRequest;
  readonly route: Route;
  readonly variables: Variables;
  /** Undefined on public routes. */
  readonly actor: Actor | undefined;
  /** Closed when the response was sent, or its client left. */
  readonly response: ServerResponse;
  /** Whether this is a further page of an export whose response has begun. */
  readonly hasBegun: boolean;
}
/** Executes a call, optionally with another context or other variables. */
type Run<Context> = (instead?: {
  context?: Context;
  variables?: Variables;
}) => Promise<WireAnswer>;
interface RestRouterOptions<Actor, Context> {
  readonly schema: GraphQLSchema;
  /**
   * Runs an operation in process. Default: graphql-js over `schema`. For a read, `known` has the validators of answers
   * that the client may know, and the ETag is the validator of the result; without one it is the hash of the body.
   */
  readonly execute?: (operation: PersistedOperation, variables: Variables, context: Context, known?: readonly string[]) => ExecuteResult | Promise<ExecuteResult>;
  /**
   * Identifies the caller, for routes that are not public; throws `Unauthenticated` (or any HttpError). Runs right
   * after routing: before the body is read, so that 401 wins over malformed JSON, over 404 of ids and over 422. Where
   * `mayPresume`, it may return a caller that is known from earlier requests, if `confirm` confirms it afterwards.
   */
  readonly authenticate: (request: FastifyRequest, route: Route, mayPresume: boolean) => Actor | Promise<Actor>;
  /**
   * Whether the caller is confirmed, for an `authenticate` that presumes callers from earlier requests. Called before an
   * answer or an error is sent on a route that is not public. If false, nothing is sent: the request is authenticated
   * and handled again without presumption.
   */
  readonly confirm?: (request: FastifyRequest) => boolean | Promise<boolean>;
  /**
   * Whether the caller is still the same, with the same rights: before each further page of an export, of a route that is
   * not public. If false, the response is cut off. It must not count as another request.
   */
  readonly isStill?: (request: FastifyRequest, actor: Actor) => boolean | Promise<boolean>;
  /** Notes the progress of the exports that answer a request. */
  readonly exported?: (request: FastifyRequest) => ExportProgress;
  /** Creates the context of one request; `actor` is undefined on public routes. */
  readonly context: (request: FastifyRequest, actor: Actor | undefined, route: Route) => Context | Promise<Context>;
  /**
   * Maps failures of the host (a lost database, a busy lock) before the library looks at `extensions.code`. `call` is
   * the call in which they happened, once an operation has begun.
   */
  readonly errors?: (error: unknown, call?: {
    readonly route: Route;
    readonly context: Context;
  }) => HttpError | undefined;
  /**
   * Wraps the execution of a call: `run` executes and shapes the answer, or throws (HttpError for an expected error).
   * For example a transaction (`run` with another context), an idempotency key, a header such as Content-Language, or
   * variables that come from headers.
   */
  readonly around?: (call: Call<Context>, run: Run<Context>) => Promise<WireAnswer>;
  /**
   * Decides when a request may run, and runs it: from its context to its answer; each page of an export separately.
   * Reading the body before and sending the answer afterwards are not included. Throws an HttpError for a request that
   * may not run.
   */
  readonly admit?: <Result>(arrival: Arrival<Actor>, work: () => Promise<Result>) => Promise<Result>;
  /** Request headers that a cacheable answer depends on; default `Authorization`. */
  readonly vary?: readonly string[];
  /**
   * Also reads bodies of `application/x-www-form-urlencoded`, like a query string; default false. Never use it with
   * cookie authentication: a page of any site can send such a body.
   */
  readonly forms?: boolean;
}
interface RestRouter {
  /**
   * Publishes routes on a server made by `createServer`; throws for an invalid one. Each GET answers HEAD, and one that
   * reads input also QUERY (RFC 10008); other methods on a path of the table are 405 with `Allow`.
   */
  readonly plugin: (app: FastifyInstance, options: {
    readonly routes: readonly Route[];
  }) => Promise<void>;
}
/** A router over one schema. It knows GraphQL and HTTP, and nothing about the domain of the operations. */
declare function restRouter<Actor, Context>(options: RestRouterOptions<Actor, Context>): RestRouter;
/**
 * Sends JSON that is put together from texts and UTF-8 bytes, such as those of an executor. The bytes must not be read
 * afterwards: their memory is released.
 */
declare function sendJson(reply: FastifyReply, ...pieces: readonly JsonText[]): FastifyReply;
interface ServerOptions {
  /** Largest body in bytes; default 1 MiB. More is 413. */
  readonly bodyLimit?: number;
  /** Milliseconds for a whole request to arrive; default 30,000. Slower ones are 408. */
  readonly requestTimeout?: number;
  /** Headers of every answer, including errors for malformed HTTP; a route may override them. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the headers to arrive; default 10,000. */
  readonly headersTimeout?: number;
  /** Milliseconds for which a closing server keeps idle connections open and answers their requests; default 0. */
  readonly linger?: number;
  /**
   * Aborted some time before the server closes: every answer from then on announces that it is the last one on its
   * connection, so that clients move to another server. Default: only while it closes.
   */
  readonly ending?: AbortSignal;
  /** Proxies whose X-Forwarded-* headers are trusted; default none. */
  readonly trustProxy?: FastifyServerOptions['trustProxy'];
  /** Fastify's `logger` option; default no log. Unexpected errors are logged with their tracking id. */
  readonly logger?: FastifyServerOptions['logger'];
  /** Maps failures of the host (a lost database) on any route; default none. */
  readonly errors?: Translate;
  /** The form of every error body, also for requests that never reach a route; default `problemDetails`. */
  readonly envelope?: ErrorEnvelope;
  /** Disables the log line for each request; default false. */
  readonly disableRequestLogging?: boolean;
  /** Makes the logger of each request from that of the server, such as one with further members; default Fastify's own. */
  readonly childLoggerFactory?: FastifyServerOptions['childLoggerFactory'];
  /** A custom logger; takes precedence over `logger`. */
  readonly loggerInstance?: FastifyServerOptions['loggerInstance'];
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Further members of the request's line in the log. */
    logged?: Record<string, unknown>;
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route runs, for the log. */
    operation?: string;
    /** Monitoring calls the route repeatedly: its successful requests are logged at `debug` level. */
    isProbe?: boolean;
  }
}
/**
 * A Fastify server for JSON over HTTP. It reads GET and DELETE bodies, nests `filter[a][b]=` and `tags[]=`, and
 * generates a UUID for each request, which it returns as X-Request-Id. Every error, also for requests that never reach
 * a route, has a body in the form of the envelope. Answers are compressed for clients that accept zstd or gzip. HEAD is answered like GET, OPTIONS with `Allow`,
 * and a trailing slash is ignored.
 *
 * @throws {TypeError} if one of `headers` cannot be sent
 */
declare function createServer(options?: ServerOptions): FastifyInstance;
interface Range {
  /** Smallest accepted number; default -2^31. */
  min?: number;
  /** Largest accepted number; default 2^31-1. */
  max?: number;
}
/** Text of at most `max` characters (default 2,000) and at least `min` (default 0). */
declare function text({
  min,
  max
}?: Range): z.ZodString;
/** A calendar date that exists, `YYYY-MM-DD`, kept as text. */
declare function date(): z.ZodString;
/**
 * An instant with seconds and offset (ISO 8601, `2026-05-04T09:30:00+02:00` or `Z`), or, with `orDate`, a date alone;
 * kept as text.
 */
declare function dateTime({
  orDate
}?: {
  orDate?: boolean;
}): z.ZodString;
/** A time of day, exactly `HH:MM` in 24 hours, kept as text. */
declare function timeHM(): z.ZodString;
/** A time of day, `HH:MM` or `HH:MM:SS`, kept as text. */
declare function timeHMS(): z.ZodString;
/** Text of a given form; `expectation` is the predicate of the field error. */
declare function pattern(form: RegExp, expectation: string): z.ZodString;
/** An e-mail address of at most 254 characters. */
declare function email(): z.ZodEmail;
/** One of a few texts. */
declare function oneOf<const Values extends readonly [string, ...string[]]>(values: Values): z.ZodEnum<{ [k_1 in Values[number]]: k_1 } extends infer T ? { [k in keyof T]: T[k] } : never>;
/**
 * An id in a body: a JSON integer from 1 to 2^53-1; others are refused (422). `expectation` is the predicate of the
 * field error: a host that has a message for unknown ids can use it for malformed ones too.
 */
declare function id$1(expectation?: string): z.ZodInt;
/** An id in a path. Invalid path parameters are answered 404, so no other form reaches the database. */
declare function pathId(): z.ZodPreprocess<z.ZodInt, unknown>;
/**
 * An id in a filter, as number or text. Ids that no row can have (0, above 2^53-1) become 0 and so match nothing;
 * anything else is refused.
 */
declare function filterId(): z.ZodPreprocess<z.ZodInt, unknown>;
declare function int(range?: Range, expectation?: string): z.ZodInt;
declare function number(range?: Range): z.ZodNumber;
declare function bool(): z.ZodBoolean;
/**
 * Several values in one text, joined by the vertical bar: `a|b|c` becomes a list of at most `max` entries (default
 * 1,000) without duplicates; with duplicates the text has at most 10,000. One entry that `entry` refuses (an empty one
 * too, unless it takes empty text) refuses the whole member.
 */
declare function barList<Entry extends z.ZodType>(entry: Entry, {
  max
}?: Range): z.ZodPipe<z.ZodString, z.ZodTransform<z.output<Entry>[], string>>;
/** A JSON list (or `name[]=` in a query) of at most `max` entries (default 1,000). */
declare function list<Entry extends z.ZodType>(entry: Entry, {
  min,
  max
}?: Range): z.ZodArray<Entry>;
/** A member that may be absent; an explicit null counts as absent. */
declare function optional<Schema extends z.ZodType>(schema: Schema): z.ZodPreprocess<z.ZodOptional<Schema>, unknown>;
/** A member that may be absent or null; null is kept, because it has its own meaning. */
declare function nullable<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<z.ZodNullable<Schema>>;
/** A text that may be absent, and that an explicit null or `""` clears (null either way). */
declare function clearable<Schema extends z.ZodType>(schema: Schema): z.ZodPreprocess<z.ZodOptional<z.ZodNullable<Schema>>, unknown>;
/** A member that may be absent but not cleared: an explicit null is refused. */
declare function unclearable<Schema extends z.ZodType>(schema: Schema): z.ZodPreprocess<z.ZodOptional<Schema>, unknown>;
/**
 * Scalars of the wire as zod schemas, with messages that say what was expected. Numbers and booleans are JSON numbers
 * and booleans, as a body carries them; `wire.loose` also takes them as text, as a query string does.
 */
declare const wire: {
  readonly id: typeof id$1; /** A JSON integer within the range (default: 32 bits). */
  readonly int: typeof int; /** A finite JSON number. */
  readonly number: typeof number; /** true or false. */
  readonly bool: typeof bool;
  readonly loose: {
    readonly id: typeof filterId; /** An id in a body, or its canonical digits. */
    readonly bodyId: (expectation?: string) => z.ZodPreprocess<z.ZodInt, unknown>; /** An integer, or its canonical digits. */
    readonly int: (range?: Range) => z.ZodPreprocess<z.ZodInt, unknown>; /** A number, or its plain decimal form. */
    readonly number: (range?: Range) => z.ZodPreprocess<z.ZodNumber, unknown>; /** true, false, 1, 0, also as text. */
    readonly bool: () => z.ZodPreprocess<z.ZodBoolean, unknown>;
    readonly text: typeof text;
    readonly date: typeof date;
    readonly dateTime: typeof dateTime;
    readonly timeHM: typeof timeHM;
    readonly timeHMS: typeof timeHMS;
    readonly pattern: typeof pattern;
    readonly email: typeof email;
    readonly oneOf: typeof oneOf;
    readonly barList: typeof barList;
    readonly list: typeof list;
    readonly optional: typeof optional;
    readonly nullable: typeof nullable;
    readonly clearable: typeof clearable;
    readonly unclearable: typeof unclearable;
    readonly pathId: typeof pathId;
    readonly filterId: typeof filterId;
  };
  readonly text: typeof text;
  readonly date: typeof date;
  readonly dateTime: typeof dateTime;
  readonly timeHM: typeof timeHM;
  readonly timeHMS: typeof timeHMS;
  readonly pattern: typeof pattern;
  readonly email: typeof email;
  readonly oneOf: typeof oneOf;
  readonly barList: typeof barList;
  readonly list: typeof list;
  readonly optional: typeof optional;
  readonly nullable: typeof nullable;
  readonly clearable: typeof clearable;
  readonly unclearable: typeof unclearable;
  readonly pathId: typeof pathId;
  readonly filterId: typeof filterId;
};
export { type Answer, type Arrival, type Call, type CsvColumn, type CsvOptions, type ErrorEnvelope, type ExecuteResult, type Executed, type ExportPage, type ExportProgress, type Failure, type FailureKind, type FieldError, HttpError, InvalidInput, type JsonSchema, type JsonText, type Method, type OpenApiOptions, type Operations, type PersistedOperation, type PublishedBody, type RestRouter, type RestRouterOptions, type RootShape, type Route, type RouteOptions, type Run, type SelectedField, type ServerOptions, type ShapeOptions, type Shared, type Translate, Unauthenticated, type Variables, type Webhook, type WireAnswer, allowOf, bare, candidates, createServer, csv, data, empty, errorsAndMeta, hasLeft, jsonReader, knownEtag, loadOperation, openapi, openapiInPieces, page, pagedStream, problemDetails, readOperations, refusalOfOthers, restRouter, route, sendJson, sendPlain, wire };