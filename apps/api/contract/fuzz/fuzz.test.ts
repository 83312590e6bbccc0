import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../src/openapi/document.ts';
import { DEMO_TIMEOUT, spoiling, startServer, type TestServer } from '../../src/testing/index.ts';
import { fuzz, UNTHROTTLED } from './fuzz.ts';

/* The short form of fuzz.long.test.ts, and a check that the fuzzer detects planted defects. */

const SEED = 20_260_601;

let server: TestServer;
let document: Record<string, unknown>;
beforeAll(async () => {
  server = await startServer({ world: 'demo', env: UNTHROTTLED });
  document = apiDocument(server.settings);
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

it('random requests and life cycles of orders are answered as the document says', { timeout: 60_000 }, async () => {
  const figures = await fuzz(server, document, { requests: 500, seed: SEED });
  expect(figures.drawn.rate).toBeGreaterThan(0.4);
  // A run in which all requests succeed would show little, too.
  expect(figures.statuses.get(422) ?? 0).toBeGreaterThan(20);
  expect(figures.walks).toBeGreaterThan(4);
  expect(figures.unreached).toEqual([]);
});

describe('the fuzzer', () => {
  /** The failure that the fuzzer reports for a server whose answers are corrupted. */
  async function foundIn(spoil: Parameters<typeof spoiling>[1]): Promise<string> {
    const proxy = await spoiling(server.url, spoil);
    try {
      const passed = await fuzz({ url: proxy.url, contract: server.contract }, document, {
        requests: 1_500,
        seed: SEED,
      });
      return `nothing in ${passed.requests} requests`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await proxy.close();
    }
  }

  it('detects a 500 caused by one member, and reports the smallest request and the seed', {
    timeout: 60_000,
  }, async () => {
    const found = await foundIn(({ method, body }) =>
      method !== 'GET' && body.includes('"gender"') ? { status: 500 } : {},
    );
    expect(found).toMatch(/^FUZZ_SEED=\d+, made smaller \d+ times: .*500/);
    const request = found.split('\n').at(-1);
    expect(request).toContain('curl');
    expect(request).toContain('"gender"');
    expect(request).not.toContain('whatsapp_number');
  });

  it('detects an undocumented member', { timeout: 60_000 }, async () => {
    const found = await foundIn(({ method }, { status, text }) =>
      method === 'QUERY' && status === 200 ? { text: text.replace('{"id":', '{"secret":1,"id":') } : {},
    );
    expect(found).toContain('"secret"');
    expect(found.split('\n').at(-1)).toContain('curl -sS -X QUERY');
  });

  it('detects a write that a later read does not show', { timeout: 60_000 }, async () => {
    const found = await foundIn(({ method, path }, { text }) =>
      method === 'GET' && /^\/v1\/orders\/\d+$/.test(path)
        ? { text: text.replaceAll('"time":"08:30:00"', '"time":null') }
        : {},
    );
    expect(found).toContain('as it is read');
    expect(found).toContain('08:30');
  });
});
