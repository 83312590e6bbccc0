import { lockedTable, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, postGraphql, type TestServer } from '../testing/index.ts';
import { type LoggedServer, startLogged } from '../testing/logged-server.ts';
import { idOf } from './manifest.ts';

/* The lines of exports, whose outcome is known after their answer has begun, and those of service accounts at v1. */

let log: LoggedServer;
let server: TestServer;
let headers: { authorization: string };
let actor: { kind: string; id: number };

beforeAll(async () => {
  log = await startLogged({ GRAPHQL_COST: '500', GRAPHQL_SECONDS: '1' });
  ({ server, headers, actor } = log);
}, DEMO_TIMEOUT);
afterAll(() => server.close());
beforeEach(() => log.clear());

describe('the line of an export', () => {
  const line = async (path: string, body: object, given: Record<string, string> = headers) => {
    log.clear();
    const answer = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...given },
      body: JSON.stringify(body),
    });
    return { text: await answer.text(), line: await log.onlyLine() };
  };

  it('shows the operation of a text, the orders that were sent, and how it ended', async () => {
    const query = 'query Copied { orders(filter: { status: [Booked] }) { id } }';
    const { text, line: shown } = await line('/graphql/export', { query });
    const orders = text.trimEnd().split('\n').length - 1;
    expect(orders).toBeGreaterThan(50);
    expect(shown).toMatchObject({
      operation: 'Copied',
      document: idOf(query),
      type: 'query',
      orders,
      code: 'OK',
      actor,
    });
  });

  it('of which a page fails shows the error', async () => {
    // The login ends while the first page waits.
    const authorization = await bearerOf(server, 'admin');
    let ended: Awaited<ReturnType<typeof line>> | undefined;
    const held = await lockedTable(server.ownerConnectionString, 'passenger');
    const query = '{ orders(filter: { status: [Booked] }) { id passengers { firstName } } }';
    const running = line('/graphql/export', { query }, { authorization }).then((found) => {
      ended = found;
    });
    await expect.poll(() => waitingForLocks(server.db), { interval: 5 }).toBe(1);
    await server.db.accessToken.deleteMany({ where: { id: Number(/\d+/.exec(authorization)?.[0]) } });
    await held.release();
    await running;
    expect(ended?.text).toContain('$error');
    expect(ended?.line).toMatchObject({ code: 'UNAUTHENTICATED', orders: expect.any(Number) });
  });

  it('as CSV that is cut off shows the orders that were sent, and why', async () => {
    const authorization = await bearerOf(server, 'admin');
    const held = await lockedTable(server.ownerConnectionString, 'passenger');
    log.clear();
    const running = fetch(`${server.url}/v1/orders/export`, { headers: { authorization } });
    await expect.poll(() => waitingForLocks(server.db), { interval: 5 }).toBe(1);
    await server.db.accessToken.deleteMany({ where: { id: Number(/\d+/.exec(authorization)?.[0]) } });
    await held.release();
    await expect((await running).text()).rejects.toThrow();
    expect(await log.onlyLine()).toMatchObject({ operation: 'ExportOrders', orders: 100, code: 'UNAUTHENTICATED' });
  });

  it('as CSV shows the code of its refusal', async () => {
    const codeOf = async (sent: object, body: unknown = {}, method = 'POST') => {
      log.clear();
      const url = `${server.url}/exports/orders`;
      const json = { 'content-type': 'application/json' };
      const answer = await fetch(url, {
        method,
        headers: { ...json, ...sent },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      });
      await answer.text();
      const { code } = await log.onlyLine();
      return [answer.status, code];
    };
    expect(await codeOf({})).toEqual([401, 'UNAUTHENTICATED']);
    expect(await codeOf({ authorization: await bearerOf(server, 'partner') })).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(headers, { filtr: 1 })).toEqual([422, 'VALIDATION']);
    expect(await codeOf(headers, {}, 'PUT')).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('as CSV shows who reads it, and what it cost', async () => {
    const { text, line: shown } = await line('/exports/orders', { filter: { search: 'secret-search' } });
    expect(text).toContain('id,');
    const orders = text.split('\r\n').length - 2;
    expect(shown).toMatchObject({ operation: 'ExportOrders', channel: 'graphql', cost: expect.any(Number), actor });
    expect([shown.orders, shown.code]).toEqual([orders, 'OK']);
    expect(log.text()).not.toContain('secret-search');
  });
});

it('the line of a request of v1 by a service account shows the account', async () => {
  const run = async <Answer>(query: string, variables: object) =>
    (await postGraphql(server, { query, variables }, { headers })).data<Answer>();
  const { staffRoles } = await run<{ staffRoles: { databaseId: number; organization: { databaseId: number } }[] }>(
    '{ staffRoles { databaseId organization { databaseId } mayGive } }',
    {},
  );
  const [role] = staffRoles;
  const { made } = await run<{ made: { account: { accountId: number } } }>(
    `mutation ($organization: SafeInt!, $role: SafeInt!) {
      made: createServiceAccount(organizationId: $organization, input: { name: "Reader", roleIds: [$role], scopes: ["orders:read"] }) { account { accountId } } }`,
    { organization: role?.organization.databaseId, role: role?.databaseId },
  );
  const id = made.account.accountId;
  const { token } = await run<{ token: { handedOver: { text: string } } }>(
    'mutation ($id: SafeInt!) { token: createServiceToken(id: $id, name: "test") { handedOver { text } } }',
    { id },
  );
  const { text } = token.handedOver;
  log.clear();
  await (await fetch(`${server.url}/v1/orders?per_page=1`, { headers: { authorization: `Bearer ${text}` } })).text();
  expect(await log.onlyLine()).toMatchObject({ actor: { kind: 'service', id } });
  expect(log.text()).not.toContain(text);
});
