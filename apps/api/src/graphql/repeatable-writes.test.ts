import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  type GraphqlAnswer,
  NOW,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';

/* Mutations with an Idempotency-Key at /graphql, by the header and by the argument. */

let server: TestServer;
let authorization: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { GRAPHQL_ANSWER_MEGABYTES: '1' } });
  authorization = await bearerOf(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Sent = { key?: string; variables?: Record<string, unknown>; as?: string; operationName?: string };

const send = (query: string, { key, variables, as = authorization, operationName }: Sent = {}) =>
  postGraphql(
    server,
    { query, variables, operationName },
    { headers: { authorization: as, ...(key === undefined ? {} : { 'idempotency-key': key }) } },
  );

const fieldErrors = ({ body }: GraphqlAnswer) =>
  body.errors?.map(({ extensions }) => [extensions?.code, extensions?.fields]);
const wasReplayed = ({ headers }: GraphqlAnswer) => headers['idempotent-replayed'];
const refused = (rest: string) => ({ path: ['idempotency-key'], message: `The Idempotency-Key ${rest}` });
const records = () => server.db.idempotencyRecord.count();
const roles = () => server.db.role.count();
const patchV1 = (key: string) =>
  exchange(new URL('/v1/orders/1', server.url), 'PATCH', {
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
    body: { reference_code: 'KEY' },
  });

const CREATE = `mutation ($name: String!) { createRole(organizationId: 1, input: { name: $name, permissions: [] }) { role { role { id: databaseId name } } } }`;

describe('a mutation with a key', () => {
  it('runs once, and its first answer is repeated byte for byte', async () => {
    const [key, before] = [randomUUID(), await roles()];
    const sent = { key, variables: { name: 'Night desk' } };
    const first = await send(CREATE, sent);
    expect([first.status, first.body.errors, wasReplayed(first)]).toEqual([200, undefined, undefined]);
    const again = await send(CREATE, sent);
    expect([again.text, wasReplayed(again)]).toEqual([first.text, 'true']);
    expect(await roles()).toBe(before + 1);
  });

  it('books one order, where two requests without a key book two', async () => {
    const { db } = server;
    const departure = await db.availability.findFirstOrThrow({
      where: {
        date: { gt: NOW },
        startTime: { not: null },
        remaining: { gt: 20 },
        serviceLevel: { product: { organizationId: 1 }, pricingType: 'per_person' },
      },
    });
    const { roleId } = await db.userRole.findFirstOrThrow({ where: { user: { username: 'partner' } } });
    const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'admin' } });
    await db.userRole.create({ data: { userId, roleId } });
    const query = `mutation ($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
      bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { id: databaseId passengers { id: databaseId } } } }`;
    const input = {
      leader: { firstName: 'Ada', lastName: 'Byron', email: 'ada@guest.example' },
      details: { availabilityId: departure.id },
    };
    const variables = { role: String(roleId), level: departure.serviceLevelId, input };
    const bookTwice = async (more: Sent) => {
      const before = await db.order.count();
      const [one, two] = [await send(query, { ...more, variables }), await send(query, { ...more, variables })];
      expect([one.body.errors, two.body.errors]).toEqual([undefined, undefined]);
      return { orders: (await db.order.count()) - before, isEqual: one.text === two.text };
    };
    expect(await bookTwice({ key: randomUUID() })).toEqual({ orders: 1, isEqual: true });
    expect(await bookTwice({})).toEqual({ orders: 2, isEqual: false });
  });

  it('is the same with the argument, in the text or in a variable, alone and beside an equal header', async () => {
    const before = await roles();
    const key = randomUUID();
    const query = `mutation ($key: String) { createRole(organizationId: 1, input: { name: "Porter", permissions: [] },
      idempotencyKey: $key) { role { role { id: databaseId } } } }`;
    const first = await send(query, { variables: { key } });
    const again = await send(query, { variables: { key } });
    const both = await send(query, { variables: { key }, key });
    expect([again.text, both.text, wasReplayed(again)]).toEqual([first.text, first.text, 'true']);
    const literal = `mutation { createRole(organizationId: 1, input: { name: "Concierge", permissions: [] },
      idempotencyKey: "${randomUUID()}") { role { role { id: databaseId } } } }`;
    expect((await send(literal)).text).toBe((await send(literal)).text);
    expect(await roles()).toBe(before + 2);
    const other = await send(query, { variables: { key }, key: randomUUID() });
    expect(fieldErrors(other)).toEqual([
      ['VALIDATION', [refused('must be the same in the header and in all arguments.')]],
    ]);
  });

  it('works for a session, and by the id of a document as by its text', async () => {
    const cookie = await signedIn(server, 'admin');
    const { id: orderId } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1 } });
    const body = {
      ...consoleDocument(server, 'AddOrderNote'),
      variables: { orderId, input: { text: 'Late arrival' }, key: randomUUID() },
    };
    const headers = { cookie, origin: server.settings.consoleUrl, 'idempotency-key': randomUUID() };
    const [first, again] = [await postGraphql(server, body, { headers }), await postGraphql(server, body, { headers })];
    expect([first.body.errors, again.text, wasReplayed(again)]).toEqual([undefined, first.text, 'true']);
  });

  it('is refused for another request of the same user, and is free for another user', async () => {
    const key = randomUUID();
    await send(CREATE, { key, variables: { name: 'Shift lead' } });
    const stored = await records();
    const others: [string, Sent][] = [
      [CREATE, { variables: { name: 'Another' } }],
      [`${CREATE} `, { variables: { name: 'Shift lead' } }],
      ['mutation { chooseLanguage(language: "nl") { viewer { language } } }', {}],
    ];
    for (const [query, sent] of others) {
      expect(fieldErrors(await send(query, { ...sent, key }))).toEqual([
        ['VALIDATION', [refused('was used for another request.')]],
      ]);
    }
    const v1 = await patchV1(key);
    expect([v1.status, v1.text]).toEqual([422, expect.stringContaining('was used for another request')]);
    const { id: orderId } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1 } });
    const note = {
      ...consoleDocument(server, 'AddOrderNote'),
      variables: { orderId, input: { text: 'Of staff' }, key: randomUUID() },
    };
    const cookie = await signedIn(server, 'staff');
    const headers = { cookie, origin: server.settings.consoleUrl, 'idempotency-key': key };
    const staff = await postGraphql(server, note, { headers });
    expect([staff.body.errors, wasReplayed(staff)]).toEqual([undefined, undefined]);
    expect(await records()).toBe(stored + 1);
  });

  it('is free again after its time', async () => {
    const sent = { key: randomUUID(), variables: { language: 'de' } };
    const query = 'mutation ($language: String) { chooseLanguage(language: $language) { viewer { name } } }';
    await send(query, sent);
    expect(wasReplayed(await send(query, sent))).toBe('true');
    server.setNow(new Date(NOW.getTime() + server.settings.idempotencyHours * 3_600_000));
    const later = { ...sent, as: await bearerOf(server, 'admin') };
    expect(wasReplayed(await send(query, later))).toBeUndefined();
    server.setNow(NOW);
  });
});

describe('a mutation with a key that fails', () => {
  const TWO = `mutation ($name: String!) {
    one: createRole(organizationId: 1, input: { name: $name, permissions: [] }) { role { role { id: databaseId } } }
    two: updateRole(id: 999999, input: { name: "Nobody" }) { role { role { id: databaseId } } }
  }`;

  it('makes none of its changes, and says that none was made', async () => {
    const [before, stored] = [await roles(), await records()];
    const failed = await send(TWO, { key: randomUUID(), variables: { name: 'First of two' } });
    expect(failed.body.data).toBeNull();
    expect(failed.body.errors).toMatchObject([{ path: ['two'], extensions: { code: 'NOT_FOUND' } }]);
    expect(failed.text).not.toContain('made');
    expect([await roles(), await records()]).toEqual([before, stored]);
    // Without a key, the first change is kept and named.
    const kept = await send(TWO, { variables: { name: 'First of two' } });
    expect(kept.body.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', made: ['one'] });
    expect(await roles()).toBe(before + 1);
  });

  it('stores nothing: the corrected request runs with the same key', async () => {
    const key = randomUUID();
    const refusedOnce = await send(CREATE, { key, variables: { name: '' } });
    expect(refusedOnce.body.errors?.[0]?.extensions?.code).toBe('VALIDATION');
    const corrected = await send(CREATE, { key, variables: { name: 'Corrected' } });
    expect([corrected.body.errors, wasReplayed(corrected)]).toEqual([undefined, undefined]);
  });

  const DATA = CREATE.replace(') { role', ') { userErrors { code path } role');

  it('stores no refusal that is data either', async () => {
    const [key, stored] = [randomUUID(), await records()];
    const refusedOnce = await send(DATA, { key, variables: { name: '' } });
    expect(refusedOnce.body).toEqual({
      data: { createRole: { userErrors: [{ code: 'VALIDATION', path: ['input', 'name'] }], role: null } },
      extensions: expect.anything(),
    });
    expect(await records()).toBe(stored);
    const corrected = await send(DATA, { key, variables: { name: 'Corrected data' } });
    expect([corrected.body.data?.createRole, wasReplayed(corrected)]).toMatchObject([{ userErrors: [] }, undefined]);
  });

  it('makes none of several changes where the refusal of one is data, and answers with it as an error', async () => {
    const before = await roles();
    const query = TWO.replaceAll(') { role', ') { userErrors { code } role');
    const failed = await send(query, { key: randomUUID(), variables: { name: 'Beside a refusal' } });
    expect(failed.body.data).toBeNull();
    expect(failed.body.errors).toMatchObject([{ path: ['two'], extensions: { code: 'NOT_FOUND' } }]);
    expect(await roles()).toBe(before);
    // Without a key, the first one is made, and the second one has its refusal.
    const kept = await send(query, { variables: { name: 'Beside a refusal' } });
    expect(kept.body.data).toMatchObject({ one: { userErrors: [] }, two: { userErrors: [{ code: 'NOT_FOUND' }] } });
    expect(await roles()).toBe(before + 1);
  });

  it('is refused when its answer is too large, and changes nothing', async () => {
    const { db } = server;
    const found = await db.order.findMany({ where: { organizationId: 1 }, orderBy: { id: 'asc' }, take: 60 });
    const ids = found.map(({ id }) => id);
    const referenceCode = 'x'.repeat(255);
    const query = `mutation ($ids: [SafeInt!], $code: String) {
      updateOrders(orders: { ids: $ids }, input: { referenceCode: $code }) {
        orders {
          ${Array.from({ length: 90 }, (_, nth) => `a${nth}: referenceCode`).join(' ')}
        }
      } }`;
    const changed = () => db.order.count({ where: { referenceCode } });
    const [key, stored] = [randomUUID(), await records()];
    const failed = await send(query, { key, variables: { ids, code: referenceCode } });
    expect(failed.body.errors?.map(({ extensions }) => extensions?.code)).toEqual(['ANSWER_TOO_LARGE']);
    expect([await changed(), await records()]).toEqual([0, stored]);
    // Without a key, the change is kept.
    const kept = await send(query, { variables: { ids, code: referenceCode } });
    expect(kept.body.errors?.[0]?.extensions).toMatchObject({ code: 'ANSWER_TOO_LARGE', made: ['updateOrders'] });
    expect(await changed()).toBe(ids.length);
  });

  it('is repeatable when the database was busy', async () => {
    const key = randomUUID();
    const query = 'mutation { chooseLanguage(language: "nl") { viewer { language } } }';
    const { id } = await server.db.user.findFirstOrThrow({ where: { username: 'admin' } });
    const { promise, resolve } = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const locked = server.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${id} FOR NO KEY UPDATE`;
        isLocked.resolve();
        await promise;
      },
      { timeout: 20_000 },
    );
    await isLocked.promise;
    const failed = await send(query, { key });
    resolve();
    await locked;
    expect(failed.body.errors?.[0]?.extensions?.code).toBe('UNAVAILABLE');
    const again = await send(query, { key });
    expect([again.body.errors, wasReplayed(again)]).toEqual([undefined, undefined]);
  });
});

describe('a batch with a key', () => {
  const BATCH = `mutation ($items: [OrderChangeItem!]!, $mode: BatchMode!) {
    changeOrders(items: $items, mode: $mode) { results { order { id: databaseId referenceCode } userErrors { code path } } } }`;
  const someOrders = async () => {
    const where = { organizationId: 1, status: 'Booked' } as const;
    return server.db.order.findMany({ where, orderBy: { id: 'desc' }, take: 2 });
  };
  const refusedGuide = { tourGuide: { id: 0 } };
  const batchOf = async (mode: string, code: string, ...more: object[]) => {
    const orders = await someOrders();
    const items = orders.map(({ id: orderId }, index) => ({
      orderId,
      input: { referenceCode: `${code} ${index}`, ...more[index] },
    }));
    const key = randomUUID();
    return {
      orders,
      key,
      send: () => send(BATCH, { key, variables: { items, mode } }),
      changed: () => server.db.order.count({ where: { referenceCode: { startsWith: code } } }),
    };
  };

  it('PER_ITEM with an item that is refused is stored: a repeat has the same results, and changes nothing', async () => {
    const stored = await records();
    const { orders, send: sendBatch, changed } = await batchOf('PER_ITEM', 'PARTLY', {}, refusedGuide);
    const first = await sendBatch();
    expect(first.body.data).toMatchObject({
      changeOrders: {
        results: [{ order: { id: orders[0]?.id } }, { order: null, userErrors: [{ code: 'VALIDATION' }] }],
      },
    });
    const [before] = await someOrders();
    const again = await sendBatch();
    expect([again.text, wasReplayed(again), await records()]).toEqual([first.text, 'true', stored + 1]);
    expect([await changed(), (await someOrders())[0]?.version]).toEqual([1, before?.version]);
  });

  it.each([
    ['ATOMIC, with one that is refused,', 'ATOMIC', [{}, refusedGuide]],
    ['PER_ITEM of which nothing is made', 'PER_ITEM', [refusedGuide, refusedGuide]],
  ])('%s is not stored: a repeat runs again', async (_what, mode, more) => {
    const stored = await records();
    const { send: sendBatch, changed } = await batchOf(mode, `NONE ${mode}`, ...more);
    const [first, again] = [await sendBatch(), await sendBatch()];
    expect(first.body.errors).toBeUndefined();
    expect(first.body.data).toMatchObject({
      changeOrders: { results: [{ order: null }, { userErrors: [{ code: 'VALIDATION' }] }] },
    });
    expect([again.body.data, wasReplayed(again)]).toEqual([first.body.data, undefined]);
    expect([await changed(), await records()]).toEqual([0, stored]);
  });

  it('ATOMIC that is made is repeated', async () => {
    const { send: sendBatch, changed } = await batchOf('ATOMIC', 'WHOLE');
    const [first, again] = [await sendBatch(), await sendBatch()];
    expect([first.body.errors, again.text, wasReplayed(again), await changed()]).toEqual([
      undefined,
      first.text,
      'true',
      2,
    ]);
  });

  it('that is refused takes back the other changes of the operation, and says so', async () => {
    const [[order], before, stored] = [await someOrders(), await roles(), await records()];
    const query = `mutation ($items: [OrderChangeItem!]!) {
      one: createRole(organizationId: 1, input: { name: "Beside a batch", permissions: [] }) { role { role { id: databaseId } } }
      two: changeOrders(items: $items) { results { userErrors { code } } } }`;
    const variables = { items: [{ orderId: order?.id, input: refusedGuide }] };
    const { body } = await send(query, { key: randomUUID(), variables });
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([
      { path: ['two'], extensions: { code: 'VALIDATION', fields: [{ path: expect.arrayContaining(['items', '0']) }] } },
    ]);
    expect([await roles(), await records()]).toEqual([before, stored]);
    // Without a key, the first change is kept, and the batch is not named as made.
    const failing = `${query.slice(0, -1)} three: updateRole(id: 999999, input: { name: "Nobody" }) { role { role { id: databaseId } } } }`;
    const kept = await send(failing, { variables });
    expect(kept.body.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', made: ['one'] });
    expect(await roles()).toBe(before + 1);
  });
});

it('several mutations of one operation are one: all are repeated', async () => {
  const before = await roles();
  const query = `mutation ($a: String!, $b: String!) {
    ...Both
  }
  fragment Both on Mutation {
    one: createRole(organizationId: 1, input: { name: $a, permissions: [] }) { role { role { id: databaseId name } } }
    two: createRole(organizationId: 1, input: { name: $b, permissions: [] }) { role { role { id: databaseId name } } }
  }`;
  const sent = { key: randomUUID(), variables: { a: 'Bell', b: 'Captain' } };
  const [first, again] = [await send(query, sent), await send(query, sent)];
  expect([first.body.errors, again.text, await roles()]).toEqual([undefined, first.text, before + 2]);
});

it('a duplicate of a request that runs for long may be sent again', async () => {
  const key = randomUUID();
  const { id: userId } = await server.db.user.findFirstOrThrow({ where: { username: 'admin' }, select: { id: true } });
  const before = await roles();
  const sent = { key, variables: { name: 'Long' } };
  await server.db.$transaction(
    async (tx) => {
      const times = { createdAt: NOW, expiresAt: new Date('2999-01-01T00:00:00Z') };
      await tx.idempotencyRecord.create({
        data: { userId, key, requestHash: new Uint8Array(32), status: 0, body: '', ...times },
      });
      const { body } = await send(CREATE, sent);
      expect(body.errors).toMatchObject([
        { extensions: { code: 'CONFLICT', reason: 'IN_PROGRESS', retryAfter: expect.any(Number) } },
      ]);
      await tx.idempotencyRecord.deleteMany({ where: { key } });
    },
    { timeout: 15_000 },
  );
  expect((await send(CREATE, sent)).body.errors).toBeUndefined();
  expect(await roles()).toBe(before + 1);
});

it('of duplicate requests at the same time, one is executed', async () => {
  const before = await roles();
  const sent = { key: randomUUID(), variables: { name: 'At the same time' } };
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(CREATE, sent)));
  expect(await roles()).toBe(before + 1);
  const done = answers.filter(({ body }) => body.data);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(done.filter((one) => wasReplayed(one) === undefined)).toHaveLength(1);
  for (const { body } of answers.filter((one) => !done.includes(one)))
    expect(['CONFLICT', 'UNAVAILABLE']).toContain(body.errors?.[0]?.extensions?.code);
});

describe('a key that is not taken', () => {
  it.each([
    ['with a blank', 'a b'],
    ['of 256 characters', 'k'.repeat(256)],
    ['of other characters', 'schlüssel'],
  ])('%s is refused, and nothing runs', async (_what, key) => {
    const before = await roles();
    const query = `mutation ($key: String) { createRole(organizationId: 1, input: { name: "Bad key", permissions: [] },
      idempotencyKey: $key) { role { role { id: databaseId } } } }`;
    const answer = await send(query, { variables: { key } });
    expect(answer.body.errors?.[0]?.extensions?.code).toBe('VALIDATION');
    if (!/[^\x20-\x7e]/.test(key)) {
      const header = await send(CREATE, { key, variables: { name: 'Bad key' } });
      expect(fieldErrors(header)).toEqual([['VALIDATION', [refused('must be 1 to 255 visible ASCII characters.')]]]);
    }
    expect(await roles()).toBe(before);
  });

  it('belongs to a mutation that answers with a secret: nothing runs, and the reason is given', async () => {
    const links = await server.db.passwordLink.count();
    const { id } = await server.db.user.findFirstOrThrow({ where: { username: 'clerk' } });
    const query = `mutation { createRole(organizationId: 1, input: { name: "Rolled back", permissions: [] }) { role { role { id: databaseId } } }
      resetPassword(id: ${id}) { link { url } } }`;
    const [before, key] = [await roles(), randomUUID()];
    expect(fieldErrors(await send(query, { key }))).toEqual([
      ['VALIDATION', [refused('is not taken by resetPassword: its answer holds a secret, which is not stored.')]],
    ]);
    expect([await server.db.passwordLink.count(), await roles()]).toEqual([links, before]);
  });

  it('is ignored by a query', async () => {
    const sent = { key: randomUUID() };
    const answers = [await send('{ viewer { name } }', sent), await send('{ viewer { email } }', sent)];
    expect(answers.map(({ body }) => body.errors)).toEqual([undefined, undefined]);
  });
});
