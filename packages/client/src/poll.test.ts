import { expect, it } from 'vitest';
import { createClient, polled } from './index.ts';

const json = (status: number, body: unknown, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A client of an API that answers in turn, and the tags that it was sent. */
function stub(answers: (() => Response)[]) {
  const sent: (string | null)[] = [];
  const api = createClient({
    baseUrl: 'http://api',
    fetch: async ({ headers }) => {
      sent.push(headers.get('if-none-match'));
      const answer = answers.shift();
      if (!answer) throw new Error('no further request');
      return answer();
    },
  });
  return { api, sent };
}

const labels = (data: string[], etag: string) => () => json(200, { data }, { etag });
const unchanged = () => new Response(null, { status: 304 });

it('yields the answers that have changed, and sends the tag of the last', async () => {
  const { api, sent } = stub([labels(['a'], '"1"'), unchanged, unchanged, labels(['b'], '"2"'), unchanged]);
  const seen: unknown[] = [];
  const polling = polled((headers) => api.GET('/v1/labels', { headers }), { seconds: 0 });
  await expect(async () => {
    for await (const { data } of polling) seen.push(data);
  }).rejects.toThrow('no further request');
  expect(seen).toEqual([['a'], ['b']]);
  expect(sent).toEqual([null, '"1"', '"1"', '"1"', '"2"', '"2"']);
});

it('waits out refusals for the moment, and throws others', async () => {
  const busy = () => json(503, { errors: null, meta: { message: 'Busy.' } }, { 'retry-after': '0' });
  const denied = () => json(403, { errors: null, meta: { message: 'No.' } }, {});
  const { api } = stub([busy, labels(['a'], '"1"'), busy, denied]);
  const polling = polled((headers) => api.GET('/v1/labels', { headers }), { seconds: 0 });
  expect(await polling.next()).toEqual({ done: false, value: { data: ['a'] } });
  await expect(polling.next()).rejects.toMatchObject({ name: 'ChannelError', status: 403, message: 'No.' });
});

it('ends with the reason of its signal, also while it waits', async () => {
  const controller = new AbortController();
  const { api } = stub([labels(['a'], '"1"'), unchanged]);
  const polling = polled((headers) => api.GET('/v1/labels', { headers }), { seconds: 600, signal: controller.signal });
  await polling.next();
  const next = polling.next();
  controller.abort(new Error('closed'));
  await expect(next).rejects.toThrow('closed');
});

it('ends with the reason of its signal while the API does not answer', async () => {
  const controller = new AbortController();
  const polling = polled(() => new Promise<never>(() => {}), { signal: controller.signal });
  const next = polling.next();
  controller.abort(new Error('closed'));
  await expect(next).rejects.toThrow('closed');
});
