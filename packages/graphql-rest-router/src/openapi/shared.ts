import type { Route } from '../route.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Parameter } from './request-schema.ts';

/** Something that many operations have. */
export interface Shared<Content> {
  readonly name: string;
  readonly content: Content;
  /** Which rows have it; default all. */
  readonly where?: (route: Route) => boolean;
}

export const IF_NONE_MATCH: Shared<Parameter> = {
  name: 'If-None-Match',
  content: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag; 304 when it is still right.',
    schema: { type: 'string' },
  },
  where: ({ etag }) => etag === true,
};
export const REQUEST_ID: Shared<JsonSchema> = {
  name: 'X-Request-Id',
  content: {
    description: 'The id of this request in our log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
};
export const CACHE_CONTROL: Shared<JsonSchema> = {
  name: 'Cache-Control',
  content: {
    description: 'Whether the answer may be kept: `no-store`, or `no-cache` where its ETag has to be asked for again.',
    required: true,
    schema: { type: 'string' },
  },
};
export const VARY: Shared<JsonSchema> = {
  name: 'Vary',
  content: {
    description: 'The headers of the request that decide over the answer.',
    required: true,
    schema: { type: 'string' },
  },
  where: ({ etag }) => etag === true,
};
export const ETAG: Shared<JsonSchema> = {
  name: 'ETag',
  content: { description: 'Identifies this very body.', required: true, schema: { type: 'string' } },
  where: ({ etag }) => etag === true,
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

/** References to what a row has, as a list. */
export function referencesTo(kind: string, shared: readonly Shared<JsonSchema>[], route: Route): JsonSchema[] {
  return shared.filter(applies(route)).map(({ name }) => ({ $ref: `#/components/${kind}/${name}` }));
}

/** References to what a row has, by name. */
export function referencesByName(kind: string, shared: readonly Shared<JsonSchema>[], route: Route): JsonSchema {
  const names = shared.filter(applies(route)).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

/** What at least one row has. */
export function contentByName(shared: readonly Shared<JsonSchema>[], routes: readonly Route[]): JsonSchema {
  const used = shared.filter((each) => routes.some((route) => applies(route)(each)));
  return Object.fromEntries(used.map(({ name, content }) => [name, content]));
}
