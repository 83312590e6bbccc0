import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, type Requested, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import { apiDocument } from './document.ts';

/*
 * Statuses that any call can answer, provoked at every operation of the document. The test client rejects an answer
 * whose status or shape the document does not list for the operation, here as in all other tests of the API.
 */

const LIMIT_KB = 16;

let server: TestServer;
let anonymous: TestClient;
let seller: TestClient;
beforeAll(async () => {
  server = await startServer({ env: { BODY_LIMIT_KB: String(LIMIT_KB) } });
  const { id } = await createFactories(server.db).user();
  anonymous = await client(server);
  seller = await client(server, id);
});
afterAll(() => server.close());

/** A call of the document; `endpoint` has the form of the setting `ENDPOINT_PERMISSIONS`. */
type Operation = { endpoint: string; method: string; path: string; isPublic: boolean; statuses: number[] };

const METHODS = ['get', 'x-query', 'post', 'put', 'patch', 'delete'];

function operations(): Operation[] {
  const { paths } = apiDocument(server.settings) as {
    paths: Record<string, Record<string, { security?: unknown[]; responses: Record<string, unknown> }>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { security, responses }]) =>
      METHODS.includes(method)
        ? [
            {
              endpoint: `${method.toUpperCase()} ${path.slice(1)}`,
              method: method === 'x-query' ? 'QUERY' : method.toUpperCase(),
              path: path.replaceAll(/\{\w+\}/g, '1'),
              isPublic: security !== undefined,
              statuses: Object.keys(responses).map(Number),
            },
          ]
        : [],
    ),
  );
}

describe('every operation', () => {
  it.each<[number, string, Requested]>([
    [400, 'invalid JSON', { raw: '{' }],
    [413, 'a body that is too large', { body: { filter: 'x'.repeat(LIMIT_KB * 1_024) } }],
    [415, 'a body of another type', { raw: '<a/>', headers: { 'content-type': 'text/xml' } }],
    [417, 'an expectation', { headers: { expect: 'miracles' } }],
    [431, 'headers that are too large', { headers: { 'x-large': 'x'.repeat(20_000) } }],
  ])('lists and answers %i to %s', async (expected, _what, requested) => {
    const all = operations();
    const answered: [string, number][] = [];
    for (const { method, path } of all)
      answered.push([`${method} ${path}`, (await seller.send(method, path, requested)).status]);
    expect(answered).toEqual(all.map(({ method, path }) => [`${method} ${path}`, expected]));
    expect(all.filter(({ statuses }) => !statuses.includes(expected))).toEqual([]);
  });

  it('lists its statuses as numbers, including those that depend on time, load or failures', () => {
    for (const { method, path, statuses } of operations()) {
      expect(statuses.every(Number.isInteger), `${method} ${path}`).toBe(true);
      expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining([408, 500, 503]));
    }
  });

  it('lists 401 if and only if an anonymous client gets it', async () => {
    for (const { method, path, isPublic, statuses } of operations()) {
      const { status } = await anonymous.send(method, path, {});
      expect([method, path, status === 401], `${status}`).toEqual([method, path, !isPublic]);
      if (!isPublic) expect(statuses).toContain(401);
    }
  });
});

describe('every operation that needs credentials', () => {
  const QUERY_ALIAS = /^X-QUERY /;
  const guarded = () => operations().filter(({ isPublic }) => !isPublic);

  it.each([
    [429, 'under a quota', () => ({ REQUESTS_PER_MINUTE: '1' })],
    [
      403,
      'when the operator requires a permission',
      () => {
        const endpoints = guarded().flatMap(({ endpoint }) => (QUERY_ALIAS.test(endpoint) ? [] : [endpoint]));
        const demanded = Object.fromEntries(endpoints.map((endpoint) => [endpoint, 'a permission that no user has']));
        return { ENDPOINT_PERMISSIONS: JSON.stringify(demanded) };
      },
    ],
  ])('lists and answers %i %s', async (expected, _where, env) => {
    const strict = await startServer({ env: env() });
    const { id } = await createFactories(strict.db).user();
    const refused = await client(strict, id);
    await refused.get('/v1/profile');
    for (const { method, path, statuses } of guarded()) {
      const { status } = await refused.send(method, path, {});
      expect([method, path, status]).toEqual([method, path, expected]);
      expect(statuses).toContain(expected);
    }
    await strict.close();
  });
});
