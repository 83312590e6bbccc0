import { createServiceToken } from '@channel/auth';
import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import { inTransaction } from '@channel/prisma';
import { createFactories } from '@channel/prisma/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { batchTasks } from '../jobs/batches.ts';
import { exchange } from '../testing/http.ts';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  NOW,
  postGraphql,
  startServer,
  type TestServer,
} from '../testing/index.ts';

/*
 * The address of the caller in the audit log, at each entry point. All other tests with a server find an entry without one:
 * `startServer` lets the database refuse it.
 */

const CLAIMED = '203.0.113.9';

let server: TestServer;
afterEach(() => server.close());

const start = async (env: Record<string, string>) => {
  server = await startServer({ world: 'demo', env });
};

type Headers = Readonly<Record<string, string | undefined>>;

const VIEW = `mutation ($name: String!) {
  createSavedView(page: "orders", input: { name: $name, query: "" }) { view { databaseId } } }`;
let made = 0;
let crewToken: string;

async function send(headers: Headers, query: string, variables: object = { name: `View ${++made}` }) {
  const { body } = await postGraphql(server, { query, variables }, { headers });
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function ofService(): Promise<string> {
  const { db } = server;
  const owner = await db.user.findFirstOrThrow({
    where: { username: 'admin' },
    include: { roles: { include: { role: true } } },
  });
  const [{ role } = expect.fail()] = owner.roles;
  const { id } = await createFactories(db).user({ roles: [role.id], kind: 'service' });
  const scopes = ['orders:read', 'orders:write'];
  const columns = { organizationId: role.organizationId, ownerId: owner.id, scopes, addressRanges: [] };
  await db.serviceAccount.create({ data: { userId: id, ...columns } });
  const token = { accountId: id, name: 'test', expiresAt: null };
  return `Bearer ${(await inTransaction(db, (tx) => createServiceToken(tx, token, NOW))).text}`;
}

/** The token of a link to the page of a driver. */
async function crewLink(): Promise<string> {
  const job = await server.db.order.findFirstOrThrow({
    where: {
      status: 'Booked',
      pickup: { driver: { disabledAt: null }, date: new Date('2026-06-01') },
      organizationId: 1,
    },
    include: { pickup: true },
  });
  const variables = { personId: job.pickup.driverId, organizationId: 1 };
  const body = { ...consoleDocument(server, 'CreateCrewLink'), variables };
  const answer = await postGraphql(server, body, { headers: { authorization: await bearerOf(server, 'admin') } });
  return String(Object(Object(answer.body.data?.createCrewLink).link).url).split('#')[1] ?? '';
}

/** Plans to cancel an order. @returns the id of the batch */
async function planned(headers: Headers): Promise<number> {
  const { id } = await server.db.order.findFirstOrThrow({
    where: { status: 'Booked', organizationId: 1 },
    orderBy: { id: 'asc' },
  });
  const plan = `mutation ($ids: [SafeInt!]!) {
    made: planBatch(orders: { ids: $ids }, change: { status: Cancelled }) { batch { id: databaseId } } }`;
  return Object(Object(await send(headers, plan, { ids: [id] })).made).batch.id;
}

const runBatch = (headers: Headers, id: number) =>
  send(headers, 'mutation ($id: SafeInt!) { runBatch(id: $id) { batch { status } } }', { id });

/** Writes to the audit log at an entry point. */
const ENTRY_POINTS: Record<string, (headers: Headers) => Promise<unknown>> = {
  'v1, a login': async (headers) => {
    const body = { username: 'partner', password: 'partner-demo' };
    const sent = { headers: { 'content-type': 'application/json', ...headers }, body };
    expect((await exchange(new URL('/v1/tokens', server.url), 'POST', sent)).status).toBe(201);
  },
  'GraphQL, a user': async (headers) => send({ authorization: await bearerOf(server, 'admin'), ...headers }, VIEW),
  'GraphQL, a service account': async (headers) => {
    const authorization = await ofService();
    await runBatch({ authorization, ...headers }, await planned({ authorization }));
  },
  'the page of the crew, a link': async (headers) => {
    const body = { ...consoleDocument(server, 'ExchangeCrewLink'), variables: { token: crewToken } };
    const sent = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers };
    const { json } = await exchange(new URL('/crew/graphql', server.url), 'POST', { headers: sent, body });
    expect(json).not.toHaveProperty('errors');
  },
  'the console, a sign-in': async (headers) => {
    const variables = { emailOrUsername: 'staff', password: 'staff-demo' };
    const { body } = await postGraphql(server, { ...consoleDocument(server, 'SignIn'), variables }, { headers });
    expect(body.errors).toBeUndefined();
  },
};

/** The addresses and channels of the entries that an action writes. */
async function entriesOf(act: () => Promise<unknown>): Promise<(string | null)[]> {
  const { _max } = await server.db.auditEntry.aggregate({ _max: { id: true } });
  await act();
  const entries = await server.db.auditEntry.findMany({ where: { id: { gt: _max.id ?? 0n } } });
  return [...new Set(entries.map(({ address }) => address))];
}

const CASES = Object.entries(ENTRY_POINTS);

describe('the address in the audit log', { timeout: DEMO_TIMEOUT }, () => {
  it.each([
    ['is the peer, whatever a client claims, without TRUST_PROXY', {}, '127.0.0.1'],
    ['is the peer that is no trusted proxy', { TRUST_PROXY: '10.0.0.0/8' }, '127.0.0.1'],
    ['is the client that a trusted proxy names', { TRUST_PROXY: '127.0.0.0/8' }, CLAIMED],
  ])('%s', async (_, env, expected) => {
    await start(env);
    crewToken = await crewLink();
    for (const [name, act] of CASES)
      expect([name, await entriesOf(() => act({ 'x-forwarded-for': `6.6.6.6, ${CLAIMED}` }))]).toEqual([
        name,
        [expected],
      ]);
  });

  it('is that of the visitor whom the console signed, and of nobody whom it did not', async () => {
    await start({});
    const { secretKey } = server.settings;
    const signed = (key: string) => visitorAddresses(key).sign('2001:db8::7', NOW);
    const act = (header: string) => () =>
      ENTRY_POINTS['the console, a sign-in']?.({ [VISITOR_HEADER]: header }) ?? expect.fail();
    expect(await entriesOf(act(signed(secretKey ?? '')))).toEqual(['2001:db8::7']);
    expect(await entriesOf(act(signed('another key that has 32 characters too')))).toEqual(['127.0.0.1']);
    expect(await entriesOf(act('2001:db8::7'))).toEqual(['127.0.0.1']);
  });

  it('of the changes of a batch is that of the request that ran it', async () => {
    await start({ TRUST_PROXY: '127.0.0.0/8' });
    const authorization = await bearerOf(server, 'admin');
    const from = (address: string) => ({ authorization, 'x-forwarded-for': address });
    const id = await planned(from('192.0.2.1'));
    await runBatch(from('192.0.2.2'), id);
    const run = batchTasks(server.services, pino({ level: 'silent' }))['run-batch'] as (
      payload: object,
    ) => Promise<void>;
    await run({ batchId: id });
    const entries = await server.db.auditEntry.findMany({ where: { batchId: id } });
    expect(new Set(entries.map(({ channel }) => channel))).toEqual(new Set(['graphql', 'batch']));
    expect(new Set(entries.map(({ address }) => address))).toEqual(new Set(['192.0.2.2']));
  });

  it('is missing in no entry of a request: the database of a test refuses one', async () => {
    await start({});
    const entry = { at: NOW, action: 'x', entity: 'x', channel: 'console' } as const;
    await expect(server.db.auditEntry.create({ data: entry })).rejects.toThrow('audit_entry_has_address');
    await server.db.auditEntry.create({ data: { ...entry, channel: 'system' } });
  });
});
