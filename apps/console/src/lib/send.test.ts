import { expect, it } from 'vitest';
import { graphql } from './graphql.ts';
import { isProblem } from './problem.ts';
import { readAnswer } from './send.ts';

const Document = graphql('query Who { viewer { id: databaseId } }');
const read = (body: unknown, init: ResponseInit = {}) => readAnswer(Document, Response.json(body, init));
const problemOf = (answer: Promise<unknown>) => answer.then(() => undefined).catch((error: unknown) => error);

it('returns the data', async () => {
  expect(await read({ data: { viewer: { id: 1 } } })).toEqual({ viewer: { id: 1 } });
});

it('throws if a response has both data and errors', async () => {
  const error = await problemOf(read({ data: { viewer: null }, errors: [{ message: 'No.', extensions: {} }] }));
  expect(isProblem(error, 'failed')).toBe(true);
});

it('converts error codes to problem kinds', async () => {
  const throttled = { message: 'x', extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 30 } };
  expect(await problemOf(read({ errors: [throttled] }))).toMatchObject({ kind: 'throttled', retryAfter: 30 });
  const gone = { message: 'x', extensions: { code: 'UNAUTHENTICATED' } };
  expect(await problemOf(read({ errors: [gone] }, { status: 401 }))).toMatchObject({ kind: 'unauthenticated' });
});

it('passes on the tracking id of an internal error', async () => {
  const failure = { message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR', tracking_id: 'abc' } };
  expect(await problemOf(read({ data: null, errors: [failure] }))).toMatchObject({ kind: 'failed', trackingId: 'abc' });
});

it('distinguishes an unreachable API from a failing one', async () => {
  const html = (status: number) => new Response('<h1>no</h1>', { status, headers: { 'content-type': 'text/html' } });
  expect(await problemOf(readAnswer(Document, html(503)))).toMatchObject({ kind: 'unreachable' });
  expect(await problemOf(readAnswer(Document, html(500)))).toMatchObject({ kind: 'failed' });
  const cut = new Response('{"data"', { headers: { 'content-type': 'application/json' } });
  expect(await problemOf(readAnswer(Document, cut))).toMatchObject({ kind: 'failed' });
});
