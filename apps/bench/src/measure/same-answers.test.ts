import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { baseline, thisServer } from '../targets/v1.ts';
import { compareAnswers } from './same-answers.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(body: string) {
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, pid: process.pid, failure: new Promise<never>(() => {}), stop: async () => {} };
}

const read = { method: 'GET', path: '/v1/orders', token: '', operation: 'ListOrders', variables: {} } as const;
const workload = { name: 'a read', requests: [read] };

/** How an answer compares with the one of the baseline. */
async function compared(given: string, expected: string) {
  const running = [
    { target: baseline, server: await serve(expected) },
    { target: thisServer, server: await serve(given) },
  ];
  const [, found] = await compareAnswers(workload, running, 1);
  return found;
}

const text = 'x'.repeat(500);
const order = { id: 1, supplier: { name: text } };
const answer = (entry: object) => JSON.stringify({ data: [entry, entry] });

it('an answer may be equal in bytes or as JSON', async () => {
  expect(await compared(answer(order), answer(order))).toMatchObject({ same: 'bytes', more: [] });
  expect(await compared(JSON.stringify(JSON.parse(answer(order)), null, 1), answer(order))).toMatchObject({
    same: 'JSON',
    more: [],
  });
});

it('an answer may have a few members that the baseline lacks, which are named', async () => {
  const newer = { ...order, supplier: { a: 1, name: text } };
  expect(await compared(answer(newer), answer(order))).toMatchObject({ same: 'more', more: ['data.supplier.a'] });
});

it('the baseline may lack at most 2 % of an answer', async () => {
  const newer = { ...order, supplier: { name: text, nickname: 'a nickname of some letters' } };
  await expect(compared(answer(newer), answer(order))).rejects.toThrow(
    'this server answers /v1/orders with data.supplier.nickname, 7 % of the answer: add them to apps/bench/src/baseline.',
  );
});

it.each([
  ['another value', { ...order, id: 2 }],
  ['a missing member', { supplier: order.supplier }],
  ['another order of members', { supplier: order.supplier, id: 1 }],
  ['another type', { ...order, supplier: [order.supplier] }],
])('an answer with %s is refused', async (_what, entry) => {
  await expect(compared(answer(entry), answer(order))).rejects.toThrow('gives a different answer to /v1/orders');
  await expect(compared(JSON.stringify({ data: [order] }), answer(order))).rejects.toThrow('gives a different answer');
});
