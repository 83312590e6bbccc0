import type { Tx } from '@channel/prisma';
import { type DatabaseProxy, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../testing/http.ts';
import {
  bearerOf,
  client,
  DEMO_TIMEOUT,
  postGraphql,
  startServer,
  type TestClient,
  type TestServer,
} from '../testing/index.ts';
import { unavailable } from './v1.ts';

/* The connection ends during a commit: the outcome of the change is unknown. */

let server: TestServer;
let proxy: DatabaseProxy;
let admin: TestClient;
let id: number;
let version: number;

beforeAll(async () => {
  server = await startServer({ world: 'demo', proxied: true });
  if (!server.proxy) throw new Error('The server was started without a proxy.');
  proxy = server.proxy;
  admin = await client(server, 'admin');
  ({ id } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } }));
}, DEMO_TIMEOUT);
beforeEach(async () => {
  version = await versionNow();
});
afterAll(() => server.close());

const versionNow = async () => (await server.db.order.findUniqueOrThrow({ where: { id } })).version;
const change = (code: string, headers: Record<string, string> = {}) =>
  admin.patch(`/v1/orders/${id}`, { body: { reference_code: code }, headers });

describe.each([
  { moment: 'before' as const, what: 'before Postgres commits', done: 0 },
  { moment: 'after' as const, what: 'after Postgres commits', done: 1 },
])('a connection that is cut at the commit, $what', ({ moment, done }) => {
  it('is a 503 with an unknown outcome; a repeat with the same key makes the change exactly once', async () => {
    const headers = { 'idempotency-key': `cut ${moment}`.replace(' ', '-') };
    proxy.cutAtCommit(moment);
    const cut = await change(`keyed-${moment}`, headers);
    expect([cut.status, cut.json]).toMatchObject([
      503,
      { errors: null, meta: { message: expect.stringContaining('it is not known whether'), tracking_id: null } },
    ]);
    expect(cut.headers['retry-after']).toBe('2');
    expect(await versionNow()).toBe(version + done);
    const repeated = await change(`keyed-${moment}`, headers);
    expect(repeated.status).toBe(200);
    expect(repeated.headers['idempotent-replayed']).toBe(done ? 'true' : undefined);
    expect(repeated.data()).toMatchObject({ id, reference_code: `keyed-${moment}` });
    expect(await versionNow()).toBe(version + 1);
  });

  it('reports the unknown outcome also without a key, and at /graphql', async () => {
    proxy.cutAtCommit(moment);
    expect((await change(`keyless-${moment}`)).text).toContain('it is not known whether');
    expect(await versionNow()).toBe(version + done);
    proxy.cutAtCommit(moment);
    const query = `mutation { updateOrder(reference: "${id}", input: { referenceCode: "graphql-${moment}" }) { order { id: databaseId } } }`;
    const headers = { authorization: await bearerOf(server, 'admin') };
    const { body, status } = await postGraphql(server, { query }, { headers });
    expect(status).toBe(503);
    expect(body.errors).toMatchObject([
      {
        message: expect.stringContaining('it is not known whether'),
        extensions: { code: 'UNAVAILABLE', retryAfter: 2, outcome: 'unknown' },
      },
    ]);
    expect(await versionNow()).toBe(version + 2 * done);
  });

  it('is the same with a key at /graphql: a repeat makes the change exactly once', async () => {
    const query = `mutation { updateOrder(reference: "${id}", input: { referenceCode: "key-${moment}" }) { order { version } } }`;
    const headers = { authorization: await bearerOf(server, 'admin'), 'idempotency-key': `graphql-${moment}` };
    proxy.cutAtCommit(moment);
    const cut = await postGraphql(server, { query }, { headers });
    expect([cut.status, cut.body.errors]).toMatchObject([503, [{ extensions: { outcome: 'unknown' } }]]);
    const repeated = await postGraphql(server, { query }, { headers });
    expect(repeated.headers['idempotent-replayed']).toBe(done ? 'true' : undefined);
    expect(repeated.body.data).toEqual({ updateOrder: { order: { version: version + 1 } } });
    expect(await versionNow()).toBe(version + 1);
  });
});

/** Sends a request that waits for a lock, and cuts its connection meanwhile. */
async function cutWhileWaiting(lock: (tx: Tx) => Promise<unknown>, send: () => Promise<Answer>): Promise<Answer> {
  return server.db.$transaction(async (tx) => {
    await lock(tx);
    const answer = send();
    await expect.poll(() => waitingForLocks(server.db)).toBe(1);
    proxy.cut();
    return answer;
  });
}

it('a connection lost in the middle of a change changes nothing, and the answer does not call the outcome unknown', async () => {
  const cut = await cutWhileWaiting(
    (tx) => tx.$executeRaw`SELECT id FROM orders WHERE id = ${id} FOR NO KEY UPDATE`,
    () => change('never', { 'idempotency-key': 'never' }),
  );
  expect([cut.status, cut.text]).toEqual([503, expect.stringContaining('not available at the moment')]);
  expect(await versionNow()).toBe(version);
});

it('the answer to a login, which takes no key, does not advise to repeat with one; that to a refresh does', async () => {
  const anonymous = await client(server);
  const body = { username: 'admin', password: 'admin-demo' };
  const { refresh_token } = (await anonymous.post('/v1/tokens', { body })).data<{ refresh_token: string }>();
  const lock = (tx: Tx) => tx.$executeRaw`LOCK TABLE refresh_token IN EXCLUSIVE MODE`;
  const login = await cutWhileWaiting(lock, () => anonymous.post('/v1/tokens', { body }));
  expect([login.status, login.text]).toEqual([503, expect.stringContaining('it is not known whether')]);
  expect(login.text).not.toContain('Idempotency-Key');
  await expect.poll(async () => (await admin.get('/v1/profile')).status).toBe(200);
  const refresh = await cutWhileWaiting(lock, () =>
    anonymous.put(`/v1/tokens/${refresh_token.split('|')[0]}`, { body: { refresh_token } }),
  );
  expect([refresh.status, refresh.text]).toEqual([503, expect.stringContaining('Idempotency-Key')]);
});

it('a write outside of a transaction has an unknown outcome when its connection is lost; a read has none', () => {
  const lost = new Error('Connection terminated unexpectedly');
  expect(unavailable(lost, { isWrite: true })?.message).toContain('it is not known whether');
  expect(unavailable(lost)?.message).toContain('not available at the moment');
  expect(unavailable(new Error('something else'), { isWrite: true })).toBeUndefined();
});

it('a full disk takes no changes; a read for which it had no room is only to be repeated', () => {
  const full = Object.assign(new Error('could not write to file "base/pgsql_tmp/1"'), { code: '53100' });
  expect(unavailable(full)?.message).toContain('takes no changes');
  expect(unavailable(full, { isRead: true })?.message).toBe('The service is busy, please try again.');
});
