import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, postGraphql, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  headers = { authorization: await bearerOf(server, 'admin') };
}, DEMO_TIMEOUT);
afterAll(() => server.close());

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Megabytes in use after garbage collection. */
function inUse(): number {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}

const blanks = ' '.repeat(19_000);

it.each([
  ['that do not fit the schema', (index: number) => `{ a${index}: viewer { nothing } ${blanks} }`],
  ['with a syntax error', (index: number) => `{ a${index}: viewer { name } ${blanks}`],
])('keeps a bounded number of distinct documents %s', { timeout: 180_000 }, async (_what, documentOf) => {
  const send = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await postGraphql(server, { query: documentOf(index) }, { headers });
  };
  await send(0, 40);
  const before = inUse();
  await send(40, 440);
  // 400 texts alone are 8 MB.
  expect(inUse() - before).toBeLessThan(4);
});
