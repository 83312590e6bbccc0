import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearerOf,
  client,
  consoleDocument,
  DEMO_TIMEOUT,
  postGraphql,
  signedIn,
  startServer,
  type TestClient,
  type TestServer,
} from '../testing/index.ts';

/** Runs `meanwhile` while requests for orders wait: another transaction has locked their table. */
async function whileOrdersAreLocked(
  server: TestServer,
  send: () => Promise<{ status: number }>[],
  look: () => Promise<void>,
): Promise<void> {
  const other = new pg.Client({ connectionString: server.connectionString });
  await other.connect();
  let sent: Promise<unknown>[] = [];
  try {
    // A busy machine may need longer than the limit of its role, which would end the lock.
    await other.query('set idle_in_transaction_session_timeout = 0; begin; lock table orders in access exclusive mode');
    sent = send();
    await sleep(200);
    await look();
  } finally {
    await other.end();
    await Promise.all(sent);
  }
}

const times = <Item>(length: number, make: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => make(index));

type People = Record<'partner' | 'staff' | 'clerk' | 'outsider', TestClient>;

async function peopleOf(server: TestServer): Promise<People> {
  const [partner, staff, clerk, outsider] = await Promise.all([
    client(server, 'partner'),
    client(server, 'staff'),
    client(server, 'clerk'),
    client(server, 'outsider'),
  ]);
  return { partner, staff, clerk, outsider };
}

/** More heavy reads than one caller may have in progress and waiting together. */
const MAX_HEAVY = 70;

/** Milliseconds. Less than any wait for the lock. */
const SOON = 1_000;
const within = <Answer>(answer: Promise<Answer>) => Promise.race([answer, sleep(SOON, undefined, { ref: false })]);
const statusOf = async (answer: Promise<{ status: number }>) => (await within(answer))?.status;

describe('entry points', { timeout: 60_000 }, () => {
  let server: TestServer;
  let people: People;
  let cookie: string;
  let authorization: string;
  beforeAll(async () => {
    server = await startServer({ world: 'demo' });
    people = await peopleOf(server);
    cookie = await signedIn(server, 'staff');
    authorization = await bearerOf(server, 'admin');
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  const orders = (...who: ('partner' | 'staff' | 'clerk' | 'outsider')[]) =>
    who.flatMap((name) => times(6, () => people[name].get('/v1/orders/1')));
  const inConsole = (name: string, variables = {}) =>
    postGraphql(server, { ...consoleDocument(server, name), variables }, { headers: { cookie } });

  it('answer while v1 waits for the database with all of its connections', async () => {
    // Compiling an operation on its first request takes long and is not measured here.
    await inConsole('Viewer');
    await postGraphql(server, { query: '{ viewer { name } }' }, { headers: { authorization } });
    const send = () => orders('partner', 'staff', 'clerk', 'outsider');
    await whileOrdersAreLocked(server, send, async () => {
      expect(await statusOf(people.outsider.get('/v1/profile'))).toBeUndefined();
      const answers = [
        fetch(`${server.url}/healthz`),
        inConsole('Viewer'),
        postGraphql(server, { query: '{ viewer { name } }' }, { headers: { authorization } }),
      ];
      expect(await Promise.all(answers.map(statusOf))).toEqual([200, 200, 200]);
    });
  });

  it('answer v1 while the console waits with all of its connections', async () => {
    await whileOrdersAreLocked(
      server,
      () => times(12, () => inConsole('Order', { reference: '1' })),
      async () => {
        expect(await statusOf(inConsole('Viewer'))).toBeUndefined();
        expect(await statusOf(people.partner.get('/v1/profile'))).toBe(200);
      },
    );
  });

  it('serve another organization while all requests of one wait', async () => {
    await whileOrdersAreLocked(
      server,
      () => orders('partner', 'staff', 'clerk'),
      async () => {
        expect(await statusOf(people.outsider.get('/v1/profile'))).toBe(200);
      },
    );
  });

  it('serve another user while one has sent many requests', async () => {
    await whileOrdersAreLocked(
      server,
      () => times(5, () => orders('partner')).flat(),
      async () => {
        expect(await statusOf(people.clerk.get('/v1/profile'))).toBe(200);
      },
    );
  });

  it('serve cheap reads while heavy reads wait, and refuse surplus heavy reads immediately', async () => {
    const search = () => people.partner.get('/v1/orders', { query: { filter: { search: 'Byron' } } });
    await whileOrdersAreLocked(
      server,
      () => times(MAX_HEAVY, search),
      async () => {
        const refused = await within(search());
        expect(refused?.status).toBe(503);
        expect(refused?.headers['retry-after']).toBe('1');
        expect(refused?.json).toEqual({
          errors: null,
          meta: { message: 'The service is busy, please try again.', tracking_id: null },
        });
        expect(await statusOf(people.partner.get('/v1/profile'))).toBe(200);
      },
    );
  });

  it('queue expensive operations with the heavy reads', async () => {
    const query = '{ orders(perPage: 1000) { id: databaseId } }';
    const ask = () => postGraphql(server, { query }, { headers: { authorization } });
    await whileOrdersAreLocked(
      server,
      () => times(MAX_HEAVY, ask),
      async () => {
        expect(await statusOf(ask())).toBe(503);
      },
    );
  });

  const many = times(95, (index) => `a${index}: orders(perPage: 1, page: ${index + 1}) { id }`).join(' ');
  it.each([
    ['one operation of many fields waits', [`{ ${many} }`]],
    [
      'a heavy and an ordinary operation of one user wait',
      ['{ orders(perPage: 1000) { id: databaseId } }', '{ orders(perPage: 1) { id: databaseId } }'],
    ],
  ])('answer other users while %s with the maximum number of statements', async (_what, queries) => {
    const { roles } = await server.db.user.findFirstOrThrow({
      where: { username: 'staff' },
      select: { roles: { select: { role: { select: { id: true } } } } },
    });
    await server.db.rolePermission.createMany({
      data: roles.map(({ role }) => ({ roleId: role.id, permissionName: 'graphql.query' })),
      skipDuplicates: true,
    });
    const headers = { authorization: await bearerOf(server, 'staff') };
    const viewer = () => postGraphql(server, { query: '{ viewer { name } }' }, { headers });
    await viewer();
    await whileOrdersAreLocked(
      server,
      () => queries.map((query) => postGraphql(server, { query }, { headers: { authorization } })),
      async () => {
        expect(await statusOf(viewer())).toBe(200);
      },
    );
  });

  it('refuse GraphQL requests with a GraphQL error', async () => {
    const search = () => inConsole('CountOrders', { filter: { quickSearch: 'Byron' } });
    await whileOrdersAreLocked(
      server,
      () => times(MAX_HEAVY, search),
      async () => {
        const refused = await within(search());
        expect(refused?.status).toBe(503);
        expect(refused?.headers['retry-after']).toBe('1');
        expect(refused?.json).toEqual({
          errors: [
            { message: 'The service is busy, please try again.', extensions: { code: 'UNAVAILABLE', retryAfter: 1 } },
          ],
        });
      },
    );
  });
});

it('without limits, the caller with the most requests starves other callers, also those of other surfaces', {
  timeout: DEMO_TIMEOUT,
}, async () => {
  const server = await startServer({ world: 'demo', env: { LIMIT_IN_PROGRESS: '0' } });
  try {
    const people = await peopleOf(server);
    const cookie = await signedIn(server, 'staff');
    const send = () => times(30, () => people.partner.get('/v1/orders/1'));
    await whileOrdersAreLocked(server, send, async () => {
      expect(await statusOf(people.clerk.get('/v1/profile'))).toBeUndefined();
      const viewer = postGraphql(server, consoleDocument(server, 'Viewer'), { headers: { cookie } });
      expect(await statusOf(viewer)).toBeUndefined();
    });
  } finally {
    await server.close();
  }
});
