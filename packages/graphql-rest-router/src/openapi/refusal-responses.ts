import type { ErrorEnvelope, FailureKind } from '../error-envelope.ts';
import { OF_ANY_REQUEST, REFUSALS } from '../refusals.ts';
import type { Route } from '../route.ts';
import { closed, type JsonSchema } from './json-schema.ts';

type Refuses = (route: Route) => readonly number[];

/** Headers of error responses only. */
export const REFUSAL_HEADERS: Readonly<Record<string, JsonSchema>> = {
  'Retry-After': {
    description: 'Seconds after which the same request may succeed.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'WWW-Authenticate': {
    description: 'How to send credentials.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
};

/** 401 for missing credentials; on a public route the credentials are in the request, and 401 is an expected error. */
const UNAUTHENTICATED = 'Unauthenticated';

/** The error responses of a route, by status: those of any request, of the route, and of the host. */
export function refusalsOf(route: Route, ofHost: readonly number[] = []): JsonSchema {
  const statuses = new Set([...OF_ANY_REQUEST, ...ofHost, ...(route.refuses ?? [])]);
  if (!route.public) statuses.add(401);
  if (route.readsInput) statuses.add(422);
  if (Object.keys(route.params.shape).length > 0) statuses.add(404);
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/${nameOf(status, route)}` }]),
  );
}

/**
 * The responses that `refusalsOf` refers to.
 *
 * @param headers names of headers that refusals of known callers may have
 */
export function refusalResponses(
  envelope: ErrorEnvelope,
  routes: readonly Route[],
  ofHost: Refuses = () => [],
  headers: readonly string[] = [],
): JsonSchema {
  const used = routes.flatMap((route) =>
    Object.keys(refusalsOf(route, ofHost(route))).map(
      (status) => [nameOf(Number(status), route), Number(status)] as const,
    ),
  );
  return Object.fromEntries(
    [...new Map(used)].map(([name, status]) => [name, response(envelope, name, status, headers)]),
  );
}

function nameOf(status: number, route: Route): string {
  const name = status === 401 && !route.public ? UNAUTHENTICATED : REFUSALS[status]?.name;
  if (name === undefined) throw new Error(`${route.path}: the status ${status} has no description.`);
  return name;
}

/** The schemas that the responses refer to. */
export function errorSchemas({ published }: ErrorEnvelope, exact: boolean): Record<string, JsonSchema> {
  const bodies = [published.unauthenticated, published.invalid, published.expected, published.unexpected];
  return Object.fromEntries(bodies.map(({ name, schema }) => [name, exact ? closed(schema) : schema]));
}

const KINDS: Readonly<Record<number, FailureKind>> = { 422: 'invalid', 500: 'unexpected' };

function response(
  { published, contentType }: ErrorEnvelope,
  name: string,
  status: number,
  ofKnown: readonly string[],
): JsonSchema {
  const isUnauthenticated = name === UNAUTHENTICATED;
  const body = published[isUnauthenticated ? 'unauthenticated' : (KINDS[status] ?? 'expected')];
  const meaning = isUnauthenticated ? 'There are no valid credentials.' : REFUSALS[status]?.meaning;
  const [mediaType = ''] = contentType.split(';');
  const more = isUnauthenticated ? ['WWW-Authenticate'] : status === 429 || status === 503 ? ['Retry-After'] : [];
  const headers = ['X-Request-Id', 'Cache-Control', ...more, ...(isUnauthenticated ? [] : ofKnown)];
  return {
    description: body.meaning ?? meaning,
    headers: Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }])),
    content: { [mediaType]: { schema: { $ref: `#/components/schemas/${body.name}` } } },
  };
}
