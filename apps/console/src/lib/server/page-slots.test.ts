import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { atSlot } from './page-slots.ts';

it('renders 8 pages concurrently, queues 512 per address, rejects the rest, and does not delay other requests', async () => {
  const made: ServerResponse[] = [];
  const server = createServer((request, response) =>
    atSlot(request, response, () => {
      if (request.url?.startsWith('/page')) made.push(response);
      else response.end();
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const pages = Array.from({ length: 530 }, () => fetch(`${at}/page`));
    const refused = await Promise.race(pages);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.text()).toContain('Load this page again');
    await expect.poll(() => made.length).toBe(8);
    for (const path of ['/_next/static/a.js', '/icon.svg', '/graphql', '/exports/orders', '/staff/v1/orders'])
      expect((await fetch(`${at}${path}`)).status).toBe(200);
    const ending = setInterval(() => made.splice(0).forEach((response) => void response.end()), 1);
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    clearInterval(ending);
    expect(statuses.filter((status) => status === 200).length).toBe(8 + 512);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('accepts clients that connect at the same time before it renders pages, and keeps no slot of those that leave', async () => {
  const [CLIENTS, LEAVING] = [300, 8];
  const atConnection: number[] = [];
  let [arrived, made] = [0, 0];
  const server = createServer((request, response) => {
    atSlot(request, response, () => {
      made += 1;
      response.end();
    });
    arrived += 1;
    if (arrived <= LEAVING) request.socket.destroy();
  })
    .on('connection', () => atConnection.push(made))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    for (let client = 0; client < CLIENTS; client += 1)
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .write('GET /page HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => made).toBe(CLIENTS - LEAVING);
    expect(atConnection.length).toBe(CLIENTS);
    expect(atConnection.at(-1)).toBeLessThanOrEqual(8);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
