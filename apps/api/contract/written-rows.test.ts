import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../src/testing/index.ts';
import { casesOf } from './written-rows/cases.ts';
import { numberApart, rowsOfAll, type Written, writtenBetween } from './written-rows/rows.ts';

/*
 * The rows of all tables that each request writes are those that were recorded when Prisma wrote them, row by row and
 * table by table. `RECORD_ROWS=1` records them again, for a change of what is written.
 */

const FILE = new URL('written-rows/recorded.json', import.meta.url);

let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    env: { MAX_STAY_DAYS: '7', EVENT_KINDS: '{"create":"order-created","update":"order-updated"}' },
  });
});
afterAll(() => server.close());

it('requests write the recorded rows, and refused ones none', async () => {
  const cases = await casesOf(server);
  await numberApart(server.db);
  const written: Record<string, { status: number; rows: Written }> = {};
  for (const { name, send } of cases) {
    const before = await rowsOfAll(server.db);
    const { status } = await send();
    written[name] = { status, rows: writtenBetween(before, await rowsOfAll(server.db)) };
  }
  if (process.env.RECORD_ROWS === '1') writeFileSync(FILE, `${JSON.stringify(written, null, 1)}\n`);
  const recorded = JSON.parse(readFileSync(FILE, 'utf8'));
  for (const [name, each] of Object.entries(recorded)) expect({ [name]: written[name] }).toEqual({ [name]: each });
  expect(Object.keys(written)).toEqual(Object.keys(recorded));
});
