import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Received, type Sent } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';

let app: FastifyInstance;
let send: (method: string, path: string, sent?: Sent) => Promise<Received>;

beforeAll(async () => {
  app = await startLibrary();
  send = clientOf(app);
});
afterAll(() => app.close());

async function expectRefused(path: string): Promise<void> {
  const { status, json } = await send('GET', path);
  const meta = { message: expect.any(String), tracking_id: null };
  expect([status, json]).toEqual([400, { errors: null, meta }]);
}

describe('query strings', () => {
  it('with more than 1,000 parameters are 400', async () => {
    const of = (count: number) => `?${Array.from({ length: count }, (_, at) => `a${at}=1`).join('&')}`;
    expect((await send('GET', `/v1/titles${of(1_000)}`)).status).toBe(200);
    await expectRefused(`/v1/titles${of(1_001)}`);
  });

  it('with sparse lists are 400, dense ones are read', async () => {
    const of = (entry: (at: number) => string, length = 1_000) =>
      Array.from({ length }, (_, at) => entry(at)).join('&');
    expect((await send('GET', `/v1/titles?${of((at) => `a[${at}]=1`)}`)).status).toBe(200);
    await expectRefused(`/v1/titles?${of((at) => `a${at % 9}[999]=1`)}`);
    await expectRefused(`/v1/titles?${of((at) => `a%5B%39%39%39%5D[${at % 9}]=`, 600)}`);
  });

  it('that are not valid UTF-8 are 400', async () => {
    for (const search of ['?filter[title]=%ff', '?x=%c3%28', '?%ed%a0%80=1']) await expectRefused(`/v1/books${search}`);
    for (const search of ['?filter[title]=%C3%BC', '?x=%f0%9f%9a%b2', '?x=50%', '?x=%f'])
      expect((await send('GET', `/v1/books${search}`)).status).toBe(200);
  });

  it('of any form never fail with 500', async () => {
    for (const query of [
      '?',
      '?&&&',
      '?=',
      '?[]=1',
      '?filter[[a]]=1',
      '?filter[a[b]=1',
      '?%zz=%zz',
      '?filter[a][b][c][d][e][f][g][h]=1',
      `?page=${'9'.repeat(8_000)}`,
      '?toString=1&hasOwnProperty=2&constructor[prototype][x]=1',
    ]) {
      expect((await send('GET', `/v1/books${query}`)).status).toBeOneOf([200, 422]);
    }
  });
});
