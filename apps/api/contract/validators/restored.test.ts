import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../../src/testing/http.ts';
import { bearerOf, NOW } from '../../src/testing/index.ts';
import { type OwnPostgres, startOnOwnPostgres } from '../../src/testing/own-postgres.ts';
import { type Scene, sceneOn } from './scene.ts';

/* Beside an API that runs on, the database goes back to an earlier state, and hands out the same transaction ids again. */

let own: OwnPostgres;
let scene: Scene;
let authorization: string;
let folder: string;
const copy = () => `${folder}-copy`;

beforeAll(async () => {
  own = await startOnOwnPostgres({ env: { ACCESS_TOKEN_SECONDS: '86400' } });
  scene = await sceneOn(own.server);
  authorization = await bearerOf(own.server, scene.users.staff.username);
  const [found] = await onOwner<{ data_directory: string }>(
    "SELECT current_setting('data_directory') AS data_directory",
  );
  folder = found?.data_directory ?? '';
  expect(folder).not.toBe('');
}, 120_000);
afterAll(async () => {
  await own?.close();
  if (folder) rmSync(copy(), { recursive: true, force: true });
});

async function onOwner<Row>(sql: string): Promise<Row[]> {
  return own.server.db.$queryRawUnsafe<Row[]>(sql);
}

/** Stops Postgres, and starts it again after `change` of its files. */
async function stopped(change: () => void): Promise<void> {
  await own.kill();
  change();
  await own.restart();
  const isThere = async () => (await send('GET', { path: '/v1/countries' })).status;
  await expect.poll(isThere, { timeout: 60_000 }).toBe(200);
}

type Sent = { path?: string; body?: object; headers?: Record<string, string> };

const send = (method: string, { path = `/v1/orders/${scene.order.id}`, body, headers }: Sent = {}) =>
  exchange(new URL(path, own.server.url), method, {
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body,
  });

/** Changes the order at a time; the version and the transaction of its row afterwards. */
async function changed(code: string, seconds: number) {
  own.server.setNow(new Date(NOW.getTime() + seconds * 1_000));
  const change = async () => (await send('PATCH', { body: { reference_code: code } })).status;
  await expect.poll(change, { timeout: 60_000 }).toBe(200);
  return onOwner(`SELECT version, xmin::text FROM orders WHERE id = ${scene.order.id}`);
}

/** How often the database goes back. In between, a maintenance of Postgres may take a transaction id. */
const ATTEMPTS = 5;

it('an answer of the lost state is neither kept nor unchanged', { timeout: 300_000 }, async () => {
  await stopped(() => execFileSync('cp', ['-a', folder, copy()]));
  const first = await changed('first', 1);
  const kept = [await send('GET'), await send('GET'), await send('GET')].at(-1);
  const again: unknown[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && !isDeepStrictEqual(again.at(-1), first); attempt += 1) {
    await stopped(() => {
      rmSync(folder, { recursive: true });
      execFileSync('cp', ['-a', copy(), folder]);
    });
    again.push(await changed('second', 2));
  }
  expect(again.at(-1)).toEqual(first);
  const conditional = await send('GET', { headers: { 'if-none-match': kept?.headers.etag ?? '' } });
  for (const answer of [
    await send('GET'),
    conditional,
    await send('GET', { headers: { 'cache-control': 'no-store' } }),
  ])
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"reference_code":"second"')]);
});
