import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { bearerOf, consoleDocument, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { watchEvents } from '../testing/watch.ts';

/* The entry point of the page of the crew, over HTTP. */

let server: TestServer;
let order: { id: number; pickup: { driverId: number }; organizationId: number };
let staff: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  staff = await bearerOf(server, 'admin');
  const today = new Date(server.services.clock().toISOString().slice(0, 10));
  const found = await server.db.order.findFirstOrThrow({
    where: { status: 'Booked', pickup: { driver: { disabledAt: null }, date: today }, organizationId: 1 },
    include: { pickup: true },
    orderBy: { id: 'asc' },
  });
  order = { ...found, pickup: { driverId: Number(found.pickup.driverId) } };
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Sent = { path?: string; cookie?: string | undefined; headers?: Record<string, string> };

async function send(name: string, variables: object, { path = '/crew/graphql', cookie, headers }: Sent = {}) {
  const sent = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  const body = { ...consoleDocument(server, name), variables };
  const answer = await exchange(new URL(path, server.url), 'POST', {
    headers: { ...sent, 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) },
    body,
  });
  return {
    ...answer,
    body: answer.json as { data?: Record<string, unknown> | null; errors?: { extensions: { code: string } }[] },
  };
}

async function session(): Promise<string> {
  const variables = { personId: order.pickup.driverId, organizationId: order.organizationId };
  const created = await send('CreateCrewLink', variables, { path: '/graphql', headers: { authorization: staff } });
  const { url } = Object(Object(created.body.data?.createCrewLink).link);
  const { headers } = await send('ExchangeCrewLink', { token: String(url).split('#')[1] });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.errors?.[0]?.extensions.code];

it('a session sends the documents of its page, and no others', async () => {
  const cookie = await session();
  expect((await send('CrewDay', {}, { cookie })).body.data?.crewDay).toMatchObject({ jobs: expect.any(Array) });
  expect(codeOf(await send('CrewDay', {}))).toEqual([401, 'UNAUTHENTICATED']);
  for (const other of ['Who', 'Orders', 'CreateCrewLink'])
    expect(codeOf(await send(other, {}, { cookie })), other).toEqual([401, 'UNAUTHENTICATED']);
  const text = await exchange(new URL('/crew/graphql', server.url), 'POST', {
    headers: { 'content-type': 'application/json', cookie },
    body: { query: '{ crewDay { name } }' },
  });
  expect(text.status).toBe(401);
});

it('the cookie of the crew means nothing elsewhere, nor does a session of staff here', async () => {
  const cookie = await session();
  expect(codeOf(await send('CrewDay', {}, { cookie, path: '/graphql' }))).toEqual([401, 'UNAUTHENTICATED']);
  expect(codeOf(await send('Who', {}, { cookie, path: '/graphql' }))).toEqual([401, 'UNAUTHENTICATED']);
  expect(codeOf(await send('CrewDay', {}, { headers: { authorization: staff } }))).toEqual([401, 'UNAUTHENTICATED']);
  const foreign = await exchange(new URL('/crew/graphql', server.url), 'POST', {
    headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'cross-site' },
    body: { ...consoleDocument(server, 'CrewDay') },
  });
  expect(foreign.status).toBe(403);
});

it('what can never be taken has other codes than what may be sent again', async () => {
  const cookie = await session();
  const action = { id: '00000000-0000-4000-8000-000000000002', jobId: 'pickup:1', appointment: '', state: 'declined' };
  const at = server.services.clock().toISOString();
  for (const reason of ['a\u0000', 'a\ud83d']) {
    const { body } = await send('SetCrewStates', { actions: [{ ...action, at, reason }] }, { cookie });
    expect(body.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  }
  const unknown = await exchange(new URL('/crew/graphql', server.url), 'POST', {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      cookie,
      'sec-fetch-site': 'same-origin',
    },
    body: { documentId: `sha256:${'0'.repeat(64)}` },
  });
  expect(unknown.json).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] });
});

it('what the crew says changes no byte of v1 and sends no event', async () => {
  const cookie = await session();
  const read = async () => {
    const { text, headers } = await exchange(new URL(`/v1/orders/${order.id}`, server.url), 'GET', {
      headers: { authorization: staff },
    });
    return { text, etag: headers.etag, events: await server.db.webhookEvent.count() };
  };
  const before = await read();
  const day = Object((await send('CrewDay', {}, { cookie })).body.data?.crewDay);
  const shown = day.jobs.find(({ id }: { id: string }) => id === `pickup:${order.id}`);
  const action = {
    id: '00000000-0000-4000-8000-000000000001',
    jobId: `pickup:${order.id}`,
    appointment: shown?.appointment,
    state: 'declined',
    reason: 'Ill',
    at: server.services.clock().toISOString(),
  };
  const { body } = await send('SetCrewStates', { actions: [action] }, { cookie });
  expect(body.data?.setCrewStates).toEqual({ results: [{ id: action.id, outcome: 'recorded' }] });
  expect(await server.db.crewJob.findMany({ select: { state: true, reason: true } })).toContainEqual({
    state: 'declined',
    reason: 'Ill',
  });
  expect(await read()).toEqual(before);
});

it('the stream of an idle page ends within a second when the office ends the access', async () => {
  const cookie = await session();
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const watched = await watchEvents(server.url, headers, consoleDocument(server, 'CrewNews'), '/crew/graphql');
  expect(watched.state).toMatchObject({ status: 200, ended: false });
  const variables = { personId: order.pickup.driverId, organizationId: order.organizationId };
  const ended = await send('EndCrewAccess', variables, { path: '/graphql', headers: { authorization: staff } });
  expect(ended.body.errors).toBeUndefined();
  await expect.poll(() => watched.state.ended, { timeout: 1_000 }).toBe(true);
  expect(watched.events).toEqual([]);
  await watched.close();
});
