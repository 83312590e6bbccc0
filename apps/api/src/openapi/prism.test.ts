import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Schemas } from '@channel/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, exchange, type Sent } from '../testing/http.ts';
import { client, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { DOCUMENT_FILE } from './document.ts';

/* Prism also validates by the published document, as an independent implementation. It forwards no body of a GET. */

let server: TestServer;
let prism: ChildProcess;
let url: string;
let authorization: string;
let addresses: string[];

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  prism = await startPrism(port);
  const anonymous = await client(server);
  const login = await anonymous.post('/v1/tokens', { body: { username: 'partner', password: 'partner-demo' } });
  const token = login.data<{ access_token: string }>().access_token;
  authorization = `Bearer ${token}`;
  addresses = await addressesFor(token);
}, DEMO_TIMEOUT);
afterAll(async () => {
  prism.kill();
  await server.close();
});

/** Starts Prism as a proxy in front of the server, and waits until it listens. */
function startPrism(port: number): Promise<ChildProcess> {
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  const program = spawn(
    process.execPath,
    [cli, 'proxy', fileURLToPath(DOCUMENT_FILE), server.url, '--port', String(port), '--errors', 'false'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('is listening')) resolve(program);
    };
    program.stdout.on('data', listen);
    program.stderr.on('data', listen);
    program.on('exit', () => reject(new Error(`Prism ended: ${output}`)));
  });
}

function freePort(): Promise<number> {
  const socket = createServer();
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address();
      socket.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function addressesFor(token: string): Promise<string[]> {
  const partner = await client(server, { token });
  const first = async (address: string) => (await partner.get(address)).data<{ id: number }[]>()[0]?.id;
  const { roles } = (await partner.get('/v1/profile')).data<{ roles: { id: number }[] }>();
  const base = `/v1/pos/roles/${roles[0]?.id}`;
  const product = `${base}/products/${await first(`${base}/products`)}`;
  const all = (await partner.get('/v1/pos/products?per_page=50')).data<Schemas['ProductDetail'][]>();
  const level = all.flatMap(({ service_levels }) => service_levels).find(({ has_pickup }) => has_pickup);
  return [
    '/v1/profile',
    '/v1/categories?query=a',
    '/v1/cities?filter[name]=a|e&per_page=20',
    '/v1/countries',
    '/v1/destinations?query=a',
    '/v1/labels',
    '/v1/contactpersons',
    '/v1/drivers',
    '/v1/issuers',
    '/v1/tourguides',
    '/v1/orders?per_page=50&filter[order_date][start]=2026-01-01&filter[include]=pickup.driver',
    '/v1/orders/export?per_page=100',
    `/v1/orders/${await first('/v1/orders')}`,
    `${base}/products?per_page=50`,
    product,
    `${product}/rates/dates?filter[number_of_books]=2`,
    `${product}/rates/dates-availability`,
    `${base}/service_levels/${level?.id}/pickups`,
    '/v1/pos/products?per_page=50&sort=-id&filter[tags][]=none',
  ];
}

const through = (address: string, method = 'GET', sent: Sent = {}): Promise<Answer> =>
  exchange(new URL(`${url}${address}`), method, {
    ...sent,
    headers: {
      authorization,
      accept: 'application/json, text/csv',
      'content-type': 'application/json',
      ...sent.headers,
    },
  });

describe('Prism', () => {
  it('reports no violation in reads', async () => {
    const found: [string, number, unknown][] = [];
    for (const address of addresses) {
      const { status, headers } = await through(address);
      found.push([address, status, headers['sl-violations']]);
    }
    expect(found).toEqual(addresses.map((address) => [address, 200, undefined]));
  });

  it('reports no violation in writes and in refusals of the server', async () => {
    const order = addresses.find((address) => /^\/v1\/orders\/\d+$/.test(address)) ?? '';
    const written = await through(order, 'PATCH', { body: { reference_code: 'P-1' } });
    expect([written.status, written.headers['sl-violations']]).toEqual([200, undefined]);
    const unknown = await through('/v1/orders/no-such-tag');
    expect([unknown.status, unknown.headers['sl-violations']]).toEqual([404, undefined]);
    const status = await through(order, 'PUT', { body: { leader: { email: 'no address' } } });
    expect(status.status).toBe(422);
    expect(String(status.headers['sl-violations'] ?? '')).not.toContain('"response"');
  });

  it('reports a violation', async () => {
    const { headers } = await through('/v1/orders?per_page=1000');
    expect(String(headers['sl-violations'])).toContain('per_page must be <= 100');
  });
});
