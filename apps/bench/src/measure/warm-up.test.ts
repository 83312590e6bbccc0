import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startDriver } from '../load/start-driver.ts';
import { thisServer } from '../targets/v1.ts';
import { loadsOf } from './measure.ts';

it('a new server may refuse while it warms up, but not while it is measured', async () => {
  let left = 3;
  const http = createServer((_request, reply) => {
    reply.writeHead(left > 0 ? 503 : 200, { 'content-length': '2' }).end('{}');
    left -= 1;
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const driver = await startDriver();
  onTestFinished(() => {
    driver.stop();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const forever = new Promise<never>(() => {});
  const running = { target: thisServer, server: { pid: process.pid, port, failure: forever, stop: async () => {} } };
  const request = { method: 'GET', path: '/v1/orders', token: '', operation: 'ListOrders', variables: {} } as const;
  const workload = { name: 'a list', requests: [request], connections: 1 };
  const loads = loadsOf(workload, { driver, postgres: { pid: process.pid, exited: forever } });
  await loads.warmUp(running, 1_000);
  expect(left).toBeLessThan(0);
  expect((await loads.round(running, { milliseconds: 1_000, answers: 2 })).answers).toBe(2);
  left = 1;
  await expect(loads.round(running, { milliseconds: 1_000 })).rejects.toThrow('GET /v1/orders was answered 503');
});
