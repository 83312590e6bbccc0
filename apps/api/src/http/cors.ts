import type { Settings } from '@channel/settings';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The request headers that a page of another origin may send. Cookies are never allowed. */
const REQUEST_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Lang',
];

/** The response headers that such a page may read, besides those that browsers always expose. */
const ANSWER_HEADERS = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** Allows pages of the configured origins to call v1 from a browser, with a bearer token and never with cookies. */
export async function allowOrigins(
  app: FastifyInstance,
  { corsOrigins }: Pick<Settings, 'corsOrigins'>,
): Promise<void> {
  if (corsOrigins.length === 0) return;
  const shared = {
    origin: corsOrigins,
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: 600,
  };
  await app.register(cors, {
    delegator: (request, done) => done(null, isShared(request) ? shared : { origin: false }),
  });
}

/** An OPTIONS request that is no preflight is answered by its route. */
function isShared({ method, url, headers }: FastifyRequest): boolean {
  const isPreflight = headers['access-control-request-method'] !== undefined;
  return url.startsWith('/v1/') && (method !== 'OPTIONS' || isPreflight);
}
