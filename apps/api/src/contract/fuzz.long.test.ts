import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { fuzz } from './fuzz.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

it('20,000 random requests are answered as the document says, never 500', { timeout: 1_800_000 }, async () => {
  const statuses = await fuzz(server, 'partner', 20_000);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(20_000);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(4_000);
});
