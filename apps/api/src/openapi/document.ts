import { schema } from '@channel/graph';
import type { Settings } from '@channel/settings';
import { errorsAndMeta, type OpenApiOptions, openapiInPieces } from 'graphql-rest-router';
import { guardRefusals, routesOf } from '../http/v1.ts';
import { bearer, info, tags } from './about.ts';
import { headers, parameters } from './headers.ts';
import { scalars, shapeOf } from './values.ts';
import { webhooksOf } from './webhooks.ts';

/** The document under default settings, which is checked in. */
export const DOCUMENT_FILE = new URL('../../../../docs/openapi.json', import.meta.url);

/** The server of the checked-in document; `/openapi.json` of an installation names its own address instead. */
const HERE = { url: '/', description: 'The installation that serves this document.' };

/**
 * The OpenAPI 3.1 document of v1 and of webhooks under these settings, built from the route tables and the persisted
 * documents.
 *
 * @param options `servers`: the addresses of the API. `exact`: forbids members that the document lacks, for tests.
 */
export function apiDocument(settings: Settings, options?: DocumentOptions): Record<string, unknown> {
  const pieces = apiDocumentInPieces(settings, options);
  for (let piece = pieces.next(); ; piece = pieces.next()) if (piece.done) return piece.value;
}

type DocumentOptions = Partial<Pick<OpenApiOptions, 'servers' | 'exact'>>;

/** The same, as a generator that yields every few milliseconds so that a server can answer other requests. */
export function* apiDocumentInPieces(
  settings: Settings,
  { servers = [HERE], exact = false }: DocumentOptions = {},
): Generator<void, Record<string, unknown>> {
  const routes = routesOf({ settings });
  yield;
  const webhooks = webhooksOf(settings, exact);
  const address = servers[0]?.url.replace(/\/$/, '') ?? '';
  return yield* openapiInPieces({
    schema,
    routes,
    webhooks,
    info,
    servers,
    tags,
    bearer,
    scalars,
    shapeOf,
    envelope: errorsAndMeta,
    refuses: guardRefusals,
    parameters,
    headers,
    openFactUrl: (id) => `${address}/docs/open-facts#${id}`,
    exact,
  });
}

/** The text of the document's file. */
export const textOf = (document: Record<string, unknown>): string => `${JSON.stringify(document, null, 2)}\n`;
