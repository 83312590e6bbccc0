import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Answer, exchange } from '../testing/http.ts';
import { DEMO_TIMEOUT, maxTurn, startProcess, type TestProcess } from '../testing/index.ts';

/* A process compiles, loads and creates some objects on first use. That work must not block its event loop either. */

const BOOKED = '/v1/orders?per_page=1&filter[status]=Booked';
const REST = [
  '/healthz',
  '/openapi.json',
  '/docs/collection.postman.json',
  '/docs',
  '/docs/reference',
  '/docs/errors',
  '/docs/swagger-ui-bundle.js',
  '/v1/orders?per_page=100',
  '/v1/orders/export',
  '/v1/pos/products?per_page=50',
  '/avatars/7.svg',
];

/** Uses each feature of a new process, and returns how long each request blocked its event loop, in milliseconds. */
async function firstTurns(api: TestProcess): Promise<Map<string, number>> {
  const turns = new Map<string, number>();
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: '*/*' };
  async function ask(path: string, method = 'GET', body?: unknown): Promise<Answer> {
    const url = new URL(path, api.url);
    const answers: Answer[] = [];
    const turn = await api.longestTurn(async () => answers.push(await exchange(url, method, { headers, body })));
    turns.set(`${turns.size} ${method} ${url.pathname}`, turn);
    const [answer] = answers;
    if (!answer || answer.status >= 400) throw new Error(`${path}: ${answer?.status} ${answer?.text.slice(0, 200)}`);
    return answer;
  }
  const login = await ask('/v1/tokens', 'POST', { username: 'admin', password: 'admin-demo' });
  headers.authorization = `Bearer ${login.data<{ access_token: string }>().access_token}`;
  const [booked] = (await ask(BOOKED)).data<{ id: number }[]>();
  const order = (await ask(`/v1/orders/${booked?.id}`)).data<{ tickets: { url: string }[] }>();
  // Tickets drawn before are stored; a new reference code makes the server draw them again.
  await ask(`/v1/orders/${booked?.id}`, 'PATCH', { reference_code: randomUUID() });
  const tickets = order.tickets.map(({ url }) => new URL(url).pathname);
  expect(tickets).not.toEqual([]);
  for (const path of [...tickets, ...REST]) await ask(path);
  await ask('/graphql', 'POST', { query: '{ orders(perPage: 10) { nodes { id } } }' });
  return turns;
}

const PROCESSES = 4;

it('does not block its event loop on the first use of each feature', {
  timeout: DEMO_TIMEOUT + PROCESSES * 60_000,
}, async () => {
  // A first use happens once in a process. Garbage collection lengthens some turns of some processes; the work of a
  // feature lengthens its turn in every process.
  let long: [feature: string, turn: number][] | undefined;
  for (let count = 0; count < PROCESSES && long?.length !== 0; count += 1) {
    const api = await startProcess();
    const turns = await firstTurns(api).finally(() => api.close());
    const limit = maxTurn();
    const longHere = [...turns].filter(([, turn]) => turn >= limit);
    long = longHere.filter(([feature]) => long?.some(([former]) => former === feature) ?? true);
  }
  expect(long).toEqual([]);
});
