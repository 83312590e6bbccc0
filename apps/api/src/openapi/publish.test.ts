import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/index.ts';
import { apiDocument } from './document.ts';

const API_URL = 'https://channel.test';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { API_URL } });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

describe('/openapi.json', () => {
  it('is the document of this installation, under its address', async () => {
    const answer = await get('/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const servers = [{ url: API_URL, description: 'This installation.' }];
    expect(await answer.json()).toEqual(apiDocument(server.settings, { servers }));
  });

  it('is sent again only when it has changed, and compressed', async () => {
    const plain = await get('/openapi.json', { 'accept-encoding': 'identity' });
    const zipped = await get('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(await plain.text());
    const etag = plain.headers.get('etag') ?? '';
    const same = await get('/openapi.json', { 'if-none-match': etag });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});
