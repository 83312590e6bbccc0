import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { atPlace } from './page-places.ts';

it('renders 8 pages concurrently, queues 512 per address, rejects the rest, and does not delay other requests', async () => {
  const made: ServerResponse[] = [];
  const server = createServer((request, response) =>
    atPlace(request, response, () => {
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
    expect(made.length).toBe(8);
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
