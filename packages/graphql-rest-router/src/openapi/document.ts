import { rootsOf } from '../answers.ts';
import { checkRoute } from '../check-route.ts';
import { problemDetails } from '../envelopes/problem-details.ts';
import type { ErrorEnvelope } from '../error-envelope.ts';
import type { Method, Route } from '../route.ts';
import { answerSchemas, type ShapeOptions } from './answer-schema.ts';
import { makeComponents } from './components.ts';
import { type JsonSchema, objectSchemas } from './json-schema.ts';
import { meaningsOf, withMeanings } from './meanings.ts';
import { openFactMark, withOpenFactLinks } from './open-facts.ts';
import { errorSchemas, REFUSAL_HEADERS, refusalResponses, refusalsOf } from './refusal-responses.ts';
import { inputSchema, type Parameter, pathParameters, queryParameters } from './request-schema.ts';
import {
  CACHE_CONTROL,
  CONTENT_DISPOSITION,
  contentByName,
  ETAG,
  IF_NONE_MATCH,
  REQUEST_ID,
  referencesByName,
  referencesTo,
  type Shared,
  VARY,
} from './shared.ts';
import { type Webhook, webhookItem } from './webhook.ts';

export interface OpenApiOptions extends ShapeOptions {
  readonly routes: readonly Route[];
  /** `title`, `version`, `description`, `license`, … */
  readonly info: JsonSchema;
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  /** The description of every tag that a route uses. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
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
export function openapi(options: OpenApiOptions): Record<string, unknown> {
  const pieces = openapiInPieces(options);
  for (let piece = pieces.next(); ; piece = pieces.next()) if (piece.done) return piece.value;
}

/**
 * Generates the document of `openapi()` in pieces, one for each route, so that a server can handle other requests in
 * between.
 */
export function* openapiInPieces({
  routes,
  info,
  servers,
  tags,
  ...options
}: OpenApiOptions): Generator<void, Record<string, unknown>> {
  const { exact = false, envelope = problemDetails } = options;
  const objectSchema = objectSchemas(exact);
  const components = makeComponents();
  const answers = answerSchemas(options, components);
  const parameters = [...(options.parameters ?? []), IF_NONE_MATCH];
  const headers = [REQUEST_ID, ...(options.headers ?? []), CACHE_CONTROL, ETAG, VARY, CONTENT_DISPOSITION];
  const paths: Record<string, Record<string, unknown>> = {};
  const ids = new Set<string>();

  for (const route of routes) {
    checkRoute(options.schema, route);
    checkTags(route.path, route.tags);
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const item = paths[path] ?? {};
    paths[path] = item;
    route.methods.forEach((method, at) => {
      item[method.toLowerCase()] = operation(route, method, at === 0 ? '' : method);
    });
    if (route.methods.includes('GET') && route.readsInput) item['x-query'] = operation(route, 'QUERY', 'Query');
    yield;
  }

  const webhooks = Object.fromEntries(
    (options.webhooks ?? []).map((webhook) => {
      checkTags(webhook.name, webhook.tags);
      taken(webhook.name, webhook.id);
      return [webhook.name, webhookItem(webhook, (document, root) => answers.root(document, root, false))];
    }),
  );

  function checkTags(where: string, named: readonly string[] = []): void {
    const unknown = named.find((name) => tags.every((tag) => tag.name !== name));
    if (unknown !== undefined) throw new Error(`${where}: the tag "${unknown}" is not described.`);
  }

  /** Reserves an operation id; throws when it is already in use. */
  function taken(where: string, id: string): string {
    if (ids.has(id)) throw new Error(`${where}: the operation id ${id} exists twice.`);
    ids.add(id);
    return id;
  }

  function operation(route: Route, method: Method | 'QUERY', suffix: string): JsonSchema {
    const { summary, description } = route;
    const id = `${route.id ?? route.operation.name}${suffix.charAt(0)}${suffix.slice(1).toLowerCase()}`;
    return {
      operationId: taken(route.path, id),
      summary,
      ...(description === undefined ? {} : { description }),
      ...(route.tags === undefined ? {} : { tags: route.tags }),
      ...openFactMark(route.openFacts),
      ...(route.public ? { security: [] } : {}),
      ...requestOf(route, method),
      responses: responsesOf(route),
    };
  }

  function requestOf(route: Route, method: Method | 'QUERY'): JsonSchema {
    const meanings = meaningsOf(options.schema, route.operation);
    const { example, ...accepted } = inputSchema(route.input);
    const read = [
      ...pathParameters(withMeanings(inputSchema(route.params), meanings)),
      ...(method === 'GET' ? queryParameters(withMeanings(accepted, meanings)) : []),
      ...referencesTo('parameters', parameters, route),
    ];
    if (!route.readsInput) return { parameters: read };
    const schema = components.name(`${route.id ?? route.operation.name}Input`, {
      ...withMeanings(accepted, meanings, components),
      description: `The input of "${route.summary}".`,
    });
    const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
    if (method === 'GET') return { parameters: read, 'x-get-body': { content } };
    return { parameters: read, requestBody: { required: Array.isArray(accepted.required), content } };
  }

  function responsesOf(route: Route): JsonSchema {
    const described = { headers: referencesByName('headers', headers, route) };
    return {
      [route.status]: { description: route.summary, ...described, ...contentOf(route) },
      ...(route.etag ? { 304: { description: 'Not modified since the ETag in If-None-Match.', ...described } } : {}),
      ...refusalsOf(route, options.refuses?.(route)),
    };
  }

  function contentOf({ answer, operation: document }: Route): JsonSchema {
    if (answer.kind === 'empty') return {};
    if (answer.kind === 'csv') return { content: { 'text/csv': { schema: { type: 'string' } } } };
    const [first, second] = rootsOf(answer).map((root) => answers.root(document, root, answer.kind === 'page'));
    const members = {
      ...(first === undefined ? {} : { data: first }),
      ...(second === undefined ? {} : { meta: second }),
    };
    return { content: { 'application/json': { schema: answer.kind === 'bare' ? first : objectSchema(members) } } };
  }

  const document = {
    openapi: '3.1.0',
    info,
    servers,
    security: [{ bearer: [] }],
    tags,
    paths,
    ...(options.webhooks === undefined ? {} : { webhooks }),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          ...(options.bearer === undefined ? {} : { description: options.bearer }),
        },
      },
      schemas: {
        ...Object.fromEntries([...components.all].sort(([a], [b]) => (a < b ? -1 : 1))),
        ...errorSchemas(envelope, exact),
      },
      responses: refusalResponses(
        envelope,
        routes,
        options.refuses,
        headers.filter(({ onRefusals }) => onRefusals).map(({ name }) => name),
      ),
      headers: { ...contentByName(headers, routes), ...REFUSAL_HEADERS },
      parameters: contentByName(parameters, routes),
    },
  };
  return options.openFactUrl === undefined ? document : withOpenFactLinks(document, options.openFactUrl);
}
