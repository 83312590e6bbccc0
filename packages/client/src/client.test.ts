import { describe, expect, it } from 'vitest';
import { answered, createClient, type Tokens } from './index.ts';

const pair = (number: number): Tokens => ({ access_token: `${number}|access`, refresh_token: `${number}|refresh` });
const httpErrorBody = (message: string) => ({ errors: null, meta: { message, tracking_id: null } });

/** Serves labels to holders of a valid access token; a refresh token is exchanged once. */
class Stub {
  readonly seen: string[] = [];
  /** The number of the pair whose refresh token is valid. */
  newest = 1;
  /** Access tokens below this number have expired. */
  living = 1;

  readonly fetch = async (request: Request): Promise<Response> => {
    const { method, headers, url } = request;
    const { pathname, search } = new URL(url);
    this.seen.push(`${method} ${pathname}${search}`);
    if (method === 'POST') return this.json(201, { data: pair(this.newest) });
    if (method === 'PUT' && pathname.startsWith('/v1/tokens/')) return this.exchange(await request.text());
    const number = Number.parseInt(headers.get('authorization')?.slice('Bearer '.length) ?? '0', 10);
    if (number < this.living) return this.json(401, { message: 'Unauthenticated.' });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (method === 'GET') return this.json(200, { data: [headers.get('x-lang')] });
    return this.json(422, { ...httpErrorBody('Invalid.'), errors: { 'orders.ids': ['orders.ids is required'] } });
  };

  private exchange(body: string): Response {
    if (body !== JSON.stringify({ refresh_token: pair(this.newest).refresh_token }))
      return this.json(401, httpErrorBody('No.'));
    this.newest += 1;
    return this.json(200, { data: pair(this.newest) });
  }

  private json(status: number, body: unknown): Response {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1', 'retry-after': '3' };
    return new Response(JSON.stringify(body), { status, headers });
  }
}

function start(tokens?: Tokens) {
  const stub = new Stub();
  const kept: (Tokens | null)[] = [];
  const api = createClient({
    baseUrl: 'http://api.test/',
    language: 'nl',
    fetch: stub.fetch,
    onTokens: (next) => kept.push(next),
    ...(tokens === undefined ? {} : { tokens }),
  });
  return { stub, kept, api };
}

describe('the client', () => {
  it('logs in, authenticates requests, serializes queries, logs out', async () => {
    const { stub, kept, api } = start();
    await expect(answered(api.GET('/v1/labels'))).rejects.toMatchObject({ status: 401, message: 'Unauthenticated.' });
    expect(await api.login({ username: 'ada', password: 'secret' })).toEqual(pair(1));
    const query = { filter: { name: 'a|b' }, per_page: 5 };
    expect(await answered(api.GET('/v1/cities', { params: { query } }))).toEqual({ data: ['nl'] });
    await api.logout();
    await api.logout();
    expect(kept).toEqual([pair(1), null]);
    expect(stub.seen).toEqual([
      'GET /v1/labels',
      'POST /v1/tokens',
      'GET /v1/cities?filter%5Bname%5D=a%7Cb&per_page=5',
      'DELETE /v1/tokens/1',
    ]);
  });

  it('renews an expired token once for all affected requests, and repeats each of them', async () => {
    const { stub, kept, api } = start(pair(1));
    stub.living = 2;
    const body = { orders: {} };
    const answers = await Promise.all([api.GET('/v1/labels'), api.GET('/v1/labels'), api.PUT('/v1/orders', { body })]);
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 422]);
    expect(kept).toEqual([pair(2)]);
    expect(stub.seen.filter((line) => line === 'PUT /v1/tokens/1')).toHaveLength(1);
  });

  it('gives up when the refresh token is refused, and lets later logins work', async () => {
    const { stub, kept, api } = start(pair(1));
    stub.living = 7;
    stub.newest = 7;
    expect((await api.GET('/v1/labels')).response.status).toBe(401);
    expect(kept).toEqual([null]);
    await api.login({ email: 'ada@guest.example', password: 'secret' });
    expect((await api.GET('/v1/labels')).response.status).toBe(200);
  });

  it('reports the field errors of a refused request', async () => {
    const { api } = start(pair(1));
    const call = api.PUT('/v1/orders', { body: { orders: {} } });
    expect((await call).error).toMatchObject({ errors: { 'orders.ids': ['orders.ids is required'] } });
    await expect(answered(call)).rejects.toMatchObject({
      name: 'ChannelError',
      status: 422,
      message: 'Invalid.',
      fields: { 'orders.ids': ['orders.ids is required'] },
      requestId: 'request-1',
      retryAfter: 3,
    });
  });
});
