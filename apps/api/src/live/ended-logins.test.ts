import { startFamily } from '@channel/auth';
import { CHANNELS } from '@channel/webhooks';
import { createWorld, type World } from '@channel/webhooks/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { consoleDocument, signedIn, startServer, type TestServer } from '../testing/index.ts';
import { type Watched, watchEvents } from '../testing/watch.ts';

/* A stream sends nothing more once the login by which it began has ended, or its rights have changed. */

let server: TestServer;
let make: World;
let order: { id: number };
const watching: Watched[] = [];

beforeAll(async () => {
  server = await startServer();
  make = createWorld(server.db);
  order = await make.order();
});
afterEach(async () => {
  for (const watched of watching.splice(0)) await watched.close();
});
afterAll(() => server.close());

type Login = { headers: Record<string, string>; body: object; refreshToken?: string };
type Staff = Awaited<ReturnType<World['userWith']>>;

const byBearer = async ({ id }: Staff): Promise<Login> => {
  const { accessToken, refreshToken } = await startFamily(server.db, id, server.services.clock(), server.settings);
  const query = 'subscription { orderNews { orderId order { referenceCode } } }';
  return { headers: { authorization: `Bearer ${accessToken}` }, body: { query }, refreshToken };
};

const bySession = async ({ username }: Staff): Promise<Login> => ({
  headers: { cookie: await signedIn(server, username), 'sec-fetch-site': 'same-origin' },
  body: consoleDocument(server, 'OrderNews'),
});

const notify = (nth: number) =>
  server.db
    .$queryRaw`SELECT pg_notify(${CHANNELS.orders}, '[[' || ${order.id}::bigint || ',' || ${nth}::int || ']]')::text`;

const logOut = async (_: Staff, { headers, refreshToken }: Login) => {
  const [id] = refreshToken?.split('|') ?? [];
  const { status } = await fetch(`${server.url}/v1/tokens/${id}`, { method: 'DELETE', headers });
  expect(status).toBe(204);
};
const signOut = (_: Staff, { headers }: Login) => server.services.sessions.signOut(headers.cookie);
const switchOff = ({ id }: Staff) =>
  server.db.user.update({ where: { id }, data: { disabledAt: server.services.clock() } });
const takeRights = ({ role }: Staff) => server.db.rolePermission.deleteMany({ where: { roleId: role.id } });

it.each([
  ['a bearer', 'logs out', byBearer, logOut],
  ['a bearer', 'is switched off', byBearer, switchOff],
  ['a bearer', 'loses rights', byBearer, takeRights],
  ['a session', 'signs out', bySession, signOut],
  ['a session', 'is switched off', bySession, switchOff],
])('the stream of %s who %s does not send the next change, and ends', async (_, __, login, end) => {
  const staff = await make.userWith(['orders.view-all', 'graphql.query', 'console.access'], { clientId: null });
  const by = await login(staff);
  const watched = await watchEvents(server.url, by.headers, by.body);
  watching.push(watched);
  await notify(1);
  await expect.poll(() => watched.events.length).toBe(1);
  expect(watched.events[0]).toMatchObject({ data: { orderNews: { orderId: order.id } } });
  await end(staff, by);
  await notify(2);
  await expect.poll(() => watched.state.ended).toBe(true);
  expect(watched.events).toHaveLength(1);
});
