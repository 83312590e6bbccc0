import type { Route } from '../route.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Parameter } from './request-schema.ts';

/** A parameter or header that many operations share. */
export interface Shared<Content> {
  readonly name: string;
  readonly content: Content;
  /** The routes that have it; default all. */
  readonly where?: (route: Route) => boolean;
  /** Whether a header is also one of refusals, except those without valid credentials; default false. */
  readonly onRefusals?: boolean;
}

export const IF_NONE_MATCH: Shared<Parameter> = {
  name: 'If-None-Match',
  content: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag; the answer is 304 when it still matches.',
    schema: { type: 'string' },
  },
  where: ({ etag }) => etag,
};
export const REQUEST_ID: Shared<JsonSchema> = {
  name: 'X-Request-Id',
  content: {
    description: 'The id of this request in the server log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
};
export const CACHE_CONTROL: Shared<JsonSchema> = {
  name: 'Cache-Control',
  content: {
    description: 'Whether the answer may be cached: `no-store`, or `no-cache` where its ETag must be revalidated.',
    required: true,
    schema: { type: 'string' },
  },
};
export const VARY: Shared<JsonSchema> = {
  name: 'Vary',
  content: {
    description: 'The headers of the request that the answer depends on.',
    required: true,
    schema: { type: 'string' },
  },
  where: ({ etag }) => etag,
};
export const ETAG: Shared<JsonSchema> = {
  name: 'ETag',
  content: { description: 'Identifies exactly this body.', required: true, schema: { type: 'string' } },
  where: ({ etag }) => etag,
};
export const CONTENT_DISPOSITION: Shared<JsonSchema> = {
  name: 'Content-Disposition',
  content: { description: 'Offers a name for the file.', required: true, schema: { type: 'string' } },
  where: ({ answer }) => answer.kind === 'csv',
};

const applies =
  (route: Route) =>
  ({ where }: Shared<JsonSchema>) =>
    where?.(route) ?? true;

/** References to the shared parts of a route, as a list. */
export function referencesTo(kind: string, shared: readonly Shared<JsonSchema>[], route: Route): JsonSchema[] {
  return shared.filter(applies(route)).map(({ name }) => ({ $ref: `#/components/${kind}/${name}` }));
}

/** References to the shared parts of a route, by name. */
export function referencesByName(kind: string, shared: readonly Shared<JsonSchema>[], route: Route): JsonSchema {
  const names = shared.filter(applies(route)).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

/** The shared parts that at least one route uses. */
export function contentByName(shared: readonly Shared<JsonSchema>[], routes: readonly Route[]): JsonSchema {
  const used = shared.filter((each) => routes.some((route) => applies(route)(each)));
  return Object.fromEntries(used.map(({ name, content }) => [name, content]));
}
