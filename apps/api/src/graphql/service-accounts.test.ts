import { Writable } from 'node:stream';
import { startFamily } from '@channel/auth';
import { createFactories, type Factories } from '@channel/prisma/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownError, shownRequest } from '../shown-in-log.ts';
import { client, NOW, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { serviceAccount, type TestServiceAccount } from '../testing/service-account.ts';

/* Tokens of service accounts at the entry points. */

let server: TestServer;
let make: Factories;
let lines = '';

beforeAll(async () => {
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines += chunk;
      done();
    },
  });
  const loggerInstance = pino({ serializers: { err: shownError, req: shownRequest } }, into);
  server = await startServer({ loggerInstance });
  make = createFactories(server.db);
});
afterAll(() => server.close());

const account = (columns: Parameters<typeof serviceAccount>[2]) => serviceAccount(server.db, make, columns);
const bearer = async (of: TestServiceAccount) => `Bearer ${(await of.token(NOW)).text}`;
const send = (authorization: string, body: object) => postGraphql(server, body, { headers: { authorization } });
const query = (text: string) => ({ query: text });
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const ORDERS = query('{ orders(perPage: 1) { id: databaseId } }');

describe('a token of a service account', () => {
  it('reads by any operation within its scopes, without a permission for GraphQL or access to the console', async () => {
    const tool = await account({ scopes: ['orders:read'] });
    const { id } = await make.order({ offer: null, organizationId: tool.organizationId });
    const authorization = await bearer(tool);
    expect((await send(authorization, ORDERS)).body.data).toEqual({ orders: [{ id }] });
    const refused = await send(
      authorization,
      query('{ orders(perPage: 1) { id: databaseId } cities { id: databaseId } }'),
    );
    expect(refused).toMatchObject({
      status: 200,
      body: {
        data: null,
        errors: [
          {
            extensions: {
              code: 'FORBIDDEN',
              scopes: ['catalogue:read'],
              fields: [{ path: ['cities'], message: 'needs the scope catalogue:read.' }],
            },
          },
        ],
      },
    });
    // A person with the same role may not send operations.
    const { accessToken } = await startFamily(server.db, tool.owner.id, NOW, server.settings);
    expect((await send(`Bearer ${accessToken}`, ORDERS)).status).toBe(403);
  });

  it('writes with a write scope alone, in GraphQL and in v1, compiled or not', async () => {
    const tool = await account({ scopes: ['orders:read', 'catalogue:write', 'people:write', 'webhooks:write'] });
    const { id } = await make.order({ organizationId: tool.organizationId });
    const api = await client(server, { token: (await tool.token(NOW)).text });
    const code = async () => (await server.db.order.findUniqueOrThrow({ where: { id } })).referenceCode;
    const before = await code();
    expect((await api.get(`/v1/orders/${id}`)).status).toBe(200);
    const refused = await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'CHANGED' } });
    expect([refused.status, refused.json]).toMatchObject([403, { errors: null }]);
    expect(await code()).toBe(before);
    const mutation = {
      query: `mutation { updateOrder(reference: "${id}", input: { referenceCode: "CHANGED" }) { order { id: databaseId } } }`,
    };
    expect((await send(await bearer(tool), mutation)).body.errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      scopes: ['orders:write'],
    });
    expect(await code()).toBe(before);
    await server.db.serviceAccount.update({ where: { userId: tool.id }, data: { scopes: ['orders:write'] } });
    expect((await api.patch(`/v1/orders/${id}`, { body: { reference_code: 'CHANGED' } })).status).toBe(200);
    expect(await code()).toBe('CHANGED');
  });

  it('gets no stored answer once its scopes no longer allow the change', async () => {
    const tool = await account({ scopes: ['orders:write'] });
    const { id } = await make.order({ organizationId: tool.organizationId });
    const token = (await tool.token(NOW)).text;
    const api = await client(server, { token });
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'of-graphql' };
    const change = `mutation { updateOrder(reference: "${id}", input: { referenceCode: "KEPT" }) { order { referenceCode } } }`;
    const graphql = async () => (await postGraphql(server, query(change), { headers })).body;
    const v1 = () =>
      api.patch(`/v1/orders/${id}`, { body: { reference_code: 'V1' }, headers: { 'idempotency-key': 'of-v1' } });
    expect(await graphql()).toMatchObject({ data: { updateOrder: { order: { referenceCode: 'KEPT' } } } });
    expect([(await v1()).status, (await v1()).headers['idempotent-replayed']]).toEqual([200, 'true']);
    await server.db.serviceAccount.update({ where: { userId: tool.id }, data: { scopes: ['orders:read'] } });
    expect(await graphql()).toMatchObject({ data: null, errors: [{ extensions: { scopes: ['orders:write'] } }] });
    expect((await v1()).status).toBe(403);
  });

  it('exports nothing without the scope, and learns nothing about the orders that its filter would match', async () => {
    const tool = await account({ scopes: ['catalogue:read'] });
    const { id } = await make.order({ organizationId: tool.organizationId });
    const authorization = await bearer(tool);
    const exporting = async (filter: string) => {
      const response = await fetch(new URL('/graphql/export', server.url), {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(query(`{ orders(filter: { ${filter} }) { id } }`)),
      });
      return [response.status, await response.text()];
    };
    const [status, refused] = await exporting(`quickSearch: "${id}"`);
    expect([status, refused]).toEqual([400, expect.stringContaining('"scopes":["orders:read"]')]);
    expect(await exporting('quickSearch: "no such order"')).toEqual([status, refused]);
  });

  it('reads in v1 what its scopes allow, with a presumed actor as well', async () => {
    const tool = await account({ scopes: ['orders:read'] });
    const token = await tool.token(NOW);
    const api = await client(server, { token: token.text });
    const statuses = async () => [(await api.get('/v1/orders')).status, (await api.get('/v1/cities')).status];
    expect([await statuses(), await statuses()]).toEqual([
      [200, 403],
      [200, 403],
    ]);
    expect((await api.get('/v1/profile')).status).toBe(200);
    await server.db.serviceAccount.update({ where: { userId: tool.id }, data: { scopes: ['catalogue:read'] } });
    expect([await statuses(), await statuses()]).toEqual([
      [403, 200],
      [403, 200],
    ]);
    await server.db.serviceToken.update({ where: { id: token.id }, data: { revokedAt: NOW } });
    expect([await statuses(), await statuses()]).toEqual([
      [401, 401],
      [401, 401],
    ]);
  });

  it('is refused with 401 in every other state, at every entry point', async () => {
    const { db } = server;
    const tool = await account({ scopes: ['orders:read'], expiresAt: later(600) });
    const [{ text }, short, revoked] = [await tool.token(NOW), await tool.token(NOW, later(60)), await tool.token(NOW)];
    const statuses = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const at = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).status;
      return [(await send(headers.authorization, ORDERS)).status, await at('/v1/orders'), await at('/staff/v1/orders')];
    };
    // The view of staff needs permissions, as for people.
    const ACCEPTED = [200, 200, 404];
    const REFUSED = [401, 401, 401];
    expect(await statuses(text)).toEqual(ACCEPTED);
    expect(await statuses(short.text)).toEqual(ACCEPTED);
    server.setNow(later(60));
    expect([await statuses(text), await statuses(short.text)]).toEqual([ACCEPTED, REFUSED]);
    server.setNow(later(600));
    expect(await statuses(text)).toEqual(REFUSED);
    server.setNow(NOW);
    await db.serviceToken.update({ where: { id: revoked.id }, data: { revokedAt: NOW } });
    expect(await statuses(revoked.text)).toEqual(REFUSED);
    for (const id of [tool.id, tool.owner.id]) {
      await db.user.update({ where: { id }, data: { disabledAt: NOW } });
      expect(await statuses(text)).toEqual(REFUSED);
      await db.user.update({ where: { id }, data: { disabledAt: null } });
      expect(await statuses(text)).toEqual(ACCEPTED);
    }
    for (const malformed of [text.slice(1), `${text}x`, text.replace('chb_service_', '')])
      expect(await statuses(malformed)).toEqual(REFUSED);
    await db.serviceAccount.update({ where: { userId: tool.id }, data: { addressRanges: ['198.51.100.0/24'] } });
    expect(await statuses(text)).toEqual(REFUSED);
    await db.serviceAccount.update({ where: { userId: tool.id }, data: { addressRanges: ['127.0.0.0/8'] } });
    expect(await statuses(text)).toEqual(ACCEPTED);
  });

  it('signs nobody in, refreshes nothing, and opens no page of the console', async () => {
    const tool = await account({ scopes: ['orders:write', 'people:write'] });
    const { text, id } = await tool.token(NOW);
    const authorization = `Bearer ${text}`;
    const rows = async () => [
      await server.db.tokenFamily.count(),
      await server.db.authSession.count(),
      await server.db.passwordLink.count(),
    ];
    const before = await rows();
    for (const mutation of [
      'signIn(emailOrUsername: "x", password: "y") { session { expiresAt } }',
      'createTokens(username: "x", password: "y") { tokens { accessToken } }',
      `refreshTokens(id: ${id}, refreshToken: "${text}") { tokens { accessToken } }`,
      `createServiceToken(id: ${tool.id}, name: "x") { handedOver { text } }`,
    ]) {
      const { body } = await send(authorization, query(`mutation { ${mutation} }`));
      expect([mutation, body.errors?.[0]?.extensions?.code]).toEqual([mutation, 'FORBIDDEN']);
    }
    const api = await client(server, { token: text });
    expect((await api.delete(`/v1/tokens/${id}`)).status).toBe(403);
    expect((await api.put(`/v1/tokens/${id}`, { body: { refresh_token: text } })).status).toBe(401);
    const cookie = `channel_session=${text}`;
    const asSession = await postGraphql(server, ORDERS, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    expect(asSession.status).toBe(401);
    expect(await rows()).toEqual(before);
  });

  it('has the limits of a user: its cost counts by account, whichever token is sent', async () => {
    const tool = await account({ scopes: ['orders:read'] });
    const cost = async () => (await send(await bearer(tool), ORDERS)).body.extensions?.cost;
    expect([await cost(), await cost()]).toMatchObject([{ remaining: 199_949 }, { remaining: 199_898 }]);
  });

  it('is in no log, whether it is accepted or refused', async () => {
    const tool = await account({ scopes: ['orders:read'] });
    const { text } = await tool.token(NOW);
    await send(`Bearer ${text}`, ORDERS);
    await send(`Bearer ${text}x`, ORDERS);
    await fetch(`${server.url}/v1/orders?token=x`, { headers: { authorization: `Bearer ${text}` } });
    await expect.poll(() => lines.length).toBeGreaterThan(100);
    expect(lines).not.toContain(text.slice(-43));
  });
});
