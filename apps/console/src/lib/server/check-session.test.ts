import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VISITOR_HEADER } from '@channel/auth/visitor-address';
import { afterEach, expect, it } from 'vitest';
import { checkSession } from './check-session.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function api(listener: RequestListener): Promise<void> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.API_ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const visitor = new Headers({ cookie: 'session=1', origin: 'http://elsewhere', [VISITOR_HEADER]: 'signed' });
const json = { 'content-type': 'application/json' };

it('passes on the cookie of a session that the check has extended', async () => {
  await api((request, response) => {
    expect(request.headers).toMatchObject({
      cookie: 'session=1',
      'sec-fetch-site': 'same-origin',
      [VISITOR_HEADER]: 'signed',
    });
    expect(request.headers).not.toHaveProperty('origin');
    response
      .writeHead(200, { ...json, 'set-cookie': 'session=1; Max-Age=60' })
      .end('{"data":{"viewer":{"language":"nl"}}}');
  });
  expect(await checkSession(visitor)).toEqual({ state: 'open', setCookies: ['session=1; Max-Age=60'], language: 'nl' });
});

it('recognizes an ended session', async () => {
  const body = { data: null, errors: [{ message: 'Unauthenticated.', extensions: { code: 'UNAUTHENTICATED' } }] };
  await api((_request, response) => response.writeHead(200, json).end(JSON.stringify(body)));
  expect((await checkSession(visitor)).state).toBe('ended');
});

it('returns unknown if the API does not respond', async () => {
  await api(() => {});
  server?.close();
  expect((await checkSession(visitor)).state).toBe('unknown');
});

it('sends no request for a visitor without a cookie', async () => {
  await api(() => expect.unreachable());
  expect(await checkSession(new Headers())).toEqual({ state: 'ended', setCookies: [], language: null });
});
