import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { fuzz } from './fuzz.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

it('1,000 random requests are answered as the document says, never 500', { timeout: 120_000 }, async () => {
  const statuses = await fuzz(server, 'partner', 1_000);
  // Random requests that are all refused would show little.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(200);
  expect(statuses.get(422) ?? 0).toBeGreaterThan(100);
});
