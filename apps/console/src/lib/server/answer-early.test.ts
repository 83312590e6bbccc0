import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerEarly } from './answer-early.ts';

const server = createServer((request, response) => {
  if (!answerEarly(request, response)) response.end();
});
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => void server.close(done)));

/** A router state with this many levels, one bracket each. */
const levels = (count: number) => `${'["",{"c":'.repeat(count - 1)}["",{}]${'}]'.repeat(count - 1)}`;

it.each([
  ['not a list', '{}', 400],
  ['50 levels', levels(50), 200],
  ['50 levels, escaped', encodeURIComponent(levels(50)), 200],
  ['51 levels', levels(51), 400],
  ['51 levels, escaped', encodeURIComponent(levels(51)), 400],
  ['51 levels, escaped in lower case', encodeURIComponent(levels(51)).toLowerCase(), 400],
])('router state: %s', async (_what, state, status) => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/login`, { headers: { 'next-router-state-tree': state } });
  expect(answer.status).toBe(status);
});
