import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { run } from './connections.ts';

async function load(listener: RequestListener, ifNoneMatch?: true) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = { method: 'GET', path: '/v1/orders', headers: {}, ...(ifNoneMatch && { ifNoneMatch }) };
  const job = { port, connections: 1, milliseconds: 5_000, answers: 4, requests: [request], offset: 0 };
  return async () => (await run(job)).statuses;
}

const orders: { etag: string | undefined } = { etag: undefined };
const listener: RequestListener = ({ headers }, response) => {
  if (orders.etag) response.setHeader('etag', orders.etag);
  if (orders.etag && headers['if-none-match'] === orders.etag) response.writeHead(304, { 'content-length': 400 }).end();
  else response.end('{"data":[]}');
};

it('sends the ETag of the last answer, also in the next load and after a change', async () => {
  orders.etag = '"1"';
  const again = await load(listener, true);
  expect(await again()).toEqual({ 200: 1, 304: 3 });
  expect(await again()).toEqual({ 304: 4 });
  orders.etag = 'W/"2"';
  expect(await again()).toEqual({ 200: 1, 304: 3 });
});

it('accepts full answers of a server without ETags', async () => {
  orders.etag = undefined;
  expect(await (await load(listener, true))()).toEqual({ 200: 4 });
});

it('refuses 304 for a request that did not ask for it', async () => {
  const again = await load((_request, response) => response.writeHead(304).end());
  await expect(again()).rejects.toThrow('GET /v1/orders was answered 304');
});
