import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, execute as executeGraphQL, type GraphQLSchema } from 'graphql';
import { bodyOf, csvStream, type Executed, type JsonText, jsonOf, releaseRest, type Variables } from './answers.ts';
import { releaseAfter } from './bytes.ts';
import { checkRoute } from './check-route.ts';
import { coercionErrors } from './coercion.ts';
import { candidates, knownEtag } from './compression.ts';
import { readFormBodies } from './form-body.ts';
import {
  HttpError,
  InvalidInput,
  settleExecution,
  settleThrown,
  type Translate,
  Unauthenticated,
  withoutPrefix,
} from './http-errors.ts';
import { mergedInput, objectOf } from './input.ts';
import { refusalOfOthers, withImplied } from './known-methods.ts';
import type { PersistedOperation } from './operation.ts';
import type { ExportProgress } from './paged-stream.ts';
import { REST, type Route } from './route.ts';
import { isUnreadable, logUnexpected, RESTFUL } from './server.ts';

/**
 * The result of an executor: a GraphQL result, or the finished JSON of the value of each root field, with a validator
 * that is equal only for equal JSON. For an answer that the client knows, the root field of the version is enough.
 */
export type ExecuteResult =
  | ExecutionResult
  | {
      readonly json: Readonly<Record<string, JsonText>>;
      readonly validator?: string | undefined;
      readonly isKnown?: boolean;
    };

/** An answer before it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, a stream (CSV), or undefined for no body. */
  readonly body: JsonText | Readable | undefined;
}

/** One accepted request: authenticated, routed, its input checked. */
export interface Call<Context> {
  readonly request: FastifyRequest;
  readonly route: Route;
  readonly variables: Variables;
  readonly context: Context;
}

/** A request that is about to run. */
export interface Arrival<Actor> {
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
export type Run<Context> = (instead?: { context?: Context; variables?: Variables }) => Promise<WireAnswer>;

export interface RestRouterOptions<Actor, Context> {
  readonly schema: GraphQLSchema;
  /**
   * Runs an operation in process. Default: graphql-js over `schema`. For a read, `known` has the validators of answers
   * that the client may know, and the ETag is the validator of the result; without one it is the hash of the body.
   */
  readonly execute?: (
    operation: PersistedOperation,
    variables: Variables,
    context: Context,
    known?: readonly string[],
  ) => ExecuteResult | Promise<ExecuteResult>;
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
  readonly errors?: (
    error: unknown,
    call?: { readonly route: Route; readonly context: Context },
  ) => HttpError | undefined;
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

export interface RestRouter {
  /**
   * Publishes routes on a server made by `createServer`; throws for an invalid one. Each GET answers HEAD, and one that
   * reads input also QUERY (RFC 10008); other methods on a path of the table are 405 with `Allow`.
   */
  readonly plugin: (app: FastifyInstance, options: { readonly routes: readonly Route[] }) => Promise<void>;
}

/** A router over one schema. It knows GraphQL and HTTP, and nothing about the domain of the operations. */
export function restRouter<Actor, Context>(options: RestRouterOptions<Actor, Context>): RestRouter {
  const vary = (options.vary ?? ['Authorization']).join(', ');
  const actors = new WeakMap<FastifyRequest, Actor>();
  const admit: NonNullable<typeof options.admit> = options.admit ?? ((_arrival, work) => work());
  const execute =
    options.execute ??
    ((operation, variables, contextValue) =>
      executeGraphQL({
        schema: options.schema,
        document: operation.document,
        variableValues: variables,
        contextValue,
      }));

  async function run(
    route: Route,
    variables: Variables,
    context: Context,
    known?: readonly string[],
  ): Promise<Executed & { validator?: string | undefined; isKnown?: boolean }> {
    const translate: Translate = (error) => options.errors?.(error, { route, context });
    const result = await attempt(() => execute(route.operation, variables, context, known), translate);
    if ('json' in result) return result;
    const { errors, data } = result;
    if (errors === undefined || errors.length === 0) return { data: data ?? {} };
    const refused = data === undefined ? coercionErrors(options.schema, route.operation, variables) : [];
    throw refused.length > 0 ? new InvalidInput(refused) : settleExecution(errors, route.public === true, translate);
  }

  async function answer(
    { request, route, ...own }: Call<Context>,
    response: ServerResponse,
    { variables = own.variables, context = own.context }: NonNullable<Parameters<Run<Context>>[0]> = {},
  ): Promise<WireAnswer> {
    const { status, answer: shape } = route;
    if (shape.kind !== 'csv') {
      const known = hasEtag(route, request) ? candidates(request).map(withoutVersion) : undefined;
      let executed = await run(route, variables, context, known);
      const etagOf = ({ validator }: typeof executed, body?: JsonText) => {
        const version = route.version === undefined ? '' : `${jsonOf(executed, route.version)}.`;
        return `"${version}${validator ?? hashOf(body ?? '')}"`;
      };
      if (executed.isKnown) {
        const etag = etagOf(executed);
        if (knownEtag(request, etag) !== undefined) return { status, body: undefined, headers: { etag } };
        // The client knows the validator behind another version.
        executed = await run(route, variables, context, []);
      }
      const body = bodyOf(shape, executed);
      if (body === undefined) return { status, body, headers: {} };
      const etag: Record<string, string> = known ? { etag: etagOf(executed, body) } : {};
      releaseRest(executed, body);
      return { status, body, headers: { 'content-type': 'application/json; charset=utf-8', ...etag } };
    }
    const executed = await run(route, variables, context);
    const following = async (next: Variables): Promise<Executed> => {
      try {
        const actor = actors.get(request);
        if (actor !== undefined && (await options.isStill?.(request, actor)) === false) throw new Unauthenticated();
        const arrival = { request, response, route, variables: next, actor, hasBegun: true };
        return await admit(arrival, () => run(route, next, context));
      } catch (error) {
        // The answer has begun, so the error can only be logged.
        if (!(error instanceof HttpError)) logUnexpected(error, request);
        throw error;
      }
    };
    const body = csvStream(shape, executed, variables, following, options.exported?.(request) ?? (() => {}));
    const disposition = `attachment; filename="${shape.filename(new Date()).replace(/[^\w.-]/g, '_')}"`;
    return { status, body, headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition } };
  }

  async function handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      send(route, request, reply, await confirmedAnswer(route, request, reply.raw));
    } catch (error) {
      const settled = settleThrown(error, options.errors);
      throw REST in route.input.shape ? settled : withoutPrefix(settled, REST);
    }
  }

  const isConfirmed = async (request: FastifyRequest): Promise<boolean> =>
    !actors.has(request) || (await options.confirm?.(request)) !== false;

  /** The answer for a confirmed caller. An error is for a confirmed caller, too, if it shows anything. */
  async function confirmedAnswer(route: Route, request: FastifyRequest, response: ServerResponse): Promise<WireAnswer> {
    try {
      const answered = await answerTo(route, request, response);
      if (await isConfirmed(request)) return answered;
    } catch (thrown) {
      const error = settleThrown(thrown, options.errors);
      // "Not available now" shows nothing, and to confirm the caller could take as long again.
      if (error instanceof HttpError && error.status === 503) throw error;
      const settled = await isConfirmed(request).catch((failure: unknown) => {
        throw error instanceof HttpError ? failure : error;
      });
      if (settled) throw error;
    }
    await authenticate(route, request, false);
    return answerTo(route, request, response);
  }

  async function answerTo(route: Route, request: FastifyRequest, response: ServerResponse): Promise<WireAnswer> {
    const variables = route.read(request.params, () => inputOf(request));
    const actor = actors.get(request);
    return admit({ request, response, route, variables, actor, hasBegun: false }, async () => {
      const context = await options.context(request, actor, route);
      const call = { request, route, variables, context };
      const perform: Run<Context> = (instead) => answer(call, response, instead);
      return options.around?.(call, perform) ?? perform();
    });
  }

  async function authenticate(route: Route, request: FastifyRequest, mayPresume: boolean): Promise<void> {
    try {
      actors.set(request, await options.authenticate(request, route, mayPresume));
    } catch (error) {
      // A caller that was presumed wrongly may have been refused wrongly.
      if (mayPresume && (await options.confirm?.(request)) === false) return authenticate(route, request, false);
      throw settleThrown(error, options.errors);
    }
  }

  function send(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers, body }: WireAnswer,
  ): FastifyReply {
    reply.headers(headers);
    if (request.method === 'HEAD' && body instanceof Readable) {
      body.destroy();
      return reply.header('cache-control', 'no-store').code(status).send(Readable.from([]));
    }
    if (Buffer.isBuffer(body)) releaseAfter(reply.raw, body);
    const { etag } = headers;
    const caching = etag === undefined ? 'no-store' : route.public ? 'no-cache' : 'private, no-cache';
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', caching);
    if (etag === undefined) return reply.code(status).send(body);
    reply.header('vary', varyOf(reply, vary));
    const known = knownEtag(request, etag);
    if (known === undefined) return reply.code(status).send(body);
    return reply.header('etag', known).removeHeader('content-type').code(304).send();
  }

  async function plugin(app: FastifyInstance, { routes }: { readonly routes: readonly Route[] }): Promise<void> {
    if (!app.hasDecorator(RESTFUL)) throw new Error('The routes need a server made by createServer().');
    if (options.forms) readFormBodies(app);
    const taken = new Map<string, Set<string>>();
    for (const route of routes) {
      checkRoute(options.schema, route);
      const methods = methodsOf(route);
      const known = taken.get(route.path) ?? new Set();
      const twice = methods.find((method) => known.has(method));
      if (twice !== undefined) throw new Error(`${twice} ${route.path} exists twice.`);
      taken.set(route.path, new Set([...known, ...methods]));
      app.route({
        method: methods,
        url: route.path,
        config: { operation: route.operation.name },
        onRequest: async (request) => (route.public ? undefined : authenticate(route, request, isPlainRead(request))),
        // Not a promise of the reply: Fastify would wait for the end of each response, with listeners of its own.
        handler: (request, reply) => {
          handle(route, request, reply).catch((error: unknown) =>
            reply.send(error instanceof Error ? error : new Error(String(error))),
          );
        },
      });
    }
    for (const [path, methods] of taken) app.route(refusalOfOthers(path, methods));
  }

  return { plugin };
}

async function attempt<Result>(run: () => Result | Promise<Result>, translate: Translate): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw settleThrown(error, translate);
  }
}

/** Whether an answer has an ETag. */
const hasEtag = (route: Route, { method }: FastifyRequest): boolean => route.etag && READS.includes(method);

const READS = ['GET', 'HEAD', 'QUERY'];

/** The validator in the ETag of an answer, which begins with a version if the route has one. */
const withoutVersion = (etag: string): string => etag.replace(/^\d+\./, '');

/** Whether nothing can fail between the authentication of a request and its operation. */
const isPlainRead = ({ method, raw, query }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  raw.headers['content-length'] === undefined &&
  raw.headers['transfer-encoding'] === undefined &&
  !isUnreadable(query);

/** Keeps a Vary header that is already set (CORS: the origin). */
const varyOf = (reply: FastifyReply, own: string) => [reply.getHeader('vary'), own].filter(Boolean).join(', ');

const hashOf = (body: JsonText) => hash('sha256', body, 'base64url');

function inputOf({ method, query, body }: FastifyRequest): Record<string, unknown> {
  return READS.includes(method) ? mergedInput(query, body) : objectOf(body);
}

function methodsOf({ methods, readsInput }: Route): string[] {
  return withImplied(methods.includes('GET') && readsInput ? [...methods, 'QUERY'] : methods);
}
