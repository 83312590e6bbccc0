import { schema } from '@channel/graph';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { SAMPLE_OPERATIONS } from './sample-operations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { GRAPHIQL: '1' } });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

describe('a sample operation', () => {
  it.each(SAMPLE_OPERATIONS)('is valid, and works in the demo world: %#', async ({ query, variables = '{}' }) => {
    expect(validate(schema, parse(query))).toEqual([]);
    const headers = { authorization: await bearerOf(server, 'admin') };
    const { body } = await postGraphql(server, { query, variables: JSON.parse(variables) }, { headers });
    expect(body.errors).toBeUndefined();
    expect(body.extensions).toMatchObject({ cost: { requested: expect.any(Number), limit: 5_000 } });
    for (const value of Object.values(body.data ?? {})) expect(value).not.toEqual([]);
  });
});

describe('the page', () => {
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/graphql`, { headers: { accept: 'text/html', ...headers } });

  it('loads nothing from other hosts, and runs only its own scripts', async () => {
    const answer = await get();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(policy.match(/'sha256-/g)).toHaveLength(2);
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
    const html = await answer.text();
    expect(/<(?:script|link|img)[^>]*(?:src|href)="https?:/.test(html)).toBe(false);
    for (const { query } of SAMPLE_OPERATIONS) expect(html.includes(JSON.stringify(query).slice(1, 40))).toBe(true);
  });

  it('is sent again only if it has changed', async () => {
    const { headers } = await get();
    expect((await get({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });
});
