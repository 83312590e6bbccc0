import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only answers 405; its methods are not methods of the address. */
    refuses?: boolean;
  }
}

/** Adds HEAD to methods that include GET. */
export function withImplied(methods: readonly string[]): string[] {
  return [...methods, ...(methods.includes('GET') && !methods.includes('HEAD') ? ['HEAD'] : [])];
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE'];

/** A route that answers all methods but these with 405 and `Allow`. */
export function refusalOfOthers(url: string, methods: Iterable<string>, message = 'Method not allowed.') {
  const known = new Set(withImplied([...methods]));
  const allow = allowOf(known);
  return {
    method: METHODS.filter((method) => !known.has(method)),
    url,
    config: { refuses: true },
    onRequest: async () => {
      throw new HttpError(405, message, { allow });
    },
    handler: () => undefined,
  };
}

/** The header `Allow` of an address. */
export const allowOf = (methods: Iterable<string>) =>
  [...[...new Set(methods)].filter((method) => method !== 'OPTIONS'), 'OPTIONS'].join(', ');

/**
 * Makes each GET route added from now on answer HEAD too (Node drops the body, the headers are those of GET), and each
 * address OPTIONS with `Allow`: 204, without credentials.
 */
export function answerKnownMethods(app: FastifyInstance): void {
  app.addHttpMethod('HEAD', { hasBody: true, overrideExisting: true });
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', function onRoute(route) {
    route.method = withImplied([route.method].flat());
    if (route.config?.refuses === true) return;
    const earlier = known.get(route.url);
    const methods = new Set([...(earlier ?? []), ...route.method]);
    known.set(route.url, methods);
    if (earlier !== undefined || methods.has('OPTIONS')) return;
    this.route({
      method: 'OPTIONS',
      url: route.routePath,
      handler: (_request, reply) => {
        const own = known.get(route.url) ?? methods;
        const accepted = own.has('QUERY') ? { 'accept-query': 'application/json' } : {};
        return reply
          .code(204)
          .headers({ allow: allowOf(own), ...accepted })
          .send();
      },
    });
  });
}
