import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleDocument, postGraphql, signedIn } from '../../testing/graphql.ts';
import { client, DEMO_TIMEOUT, startServer, type TestServer } from '../../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

it('v1 refuses no driver or guide for a clash, and the board shows it', async () => {
  const staff = await client(server, 'staff');
  const { db } = server;
  const where = { organizationId: 1, status: 'Booked' as const, startsAt: { not: null } };
  const [one, two] = await db.order.findMany({ where, orderBy: { id: 'asc' }, take: 2 });
  const { data: drivers } = (await staff.get('/v1/drivers')).json as { data: { id: number; name: string }[] };
  const [driver] = drivers;
  const pickup = (time: string) => ({ pickup: { date: '2031-05-06', time, driver_id: driver?.id } });
  for (const [order, time] of [
    [one, '08:00'],
    [two, '08:01'],
  ] as const)
    expect(await staff.patch(`/v1/orders/${order?.id}`, { body: pickup(time) })).toMatchObject({ status: 200 });
  const ids = [one?.id, two?.id];
  expect((await staff.put('/v1/orders', { body: { orders: { ids }, ...pickup('09:00') } })).status).toBe(200);
  const day = { from: '2031-05-06', to: '2031-05-06' };
  const cookie = await signedIn(server, 'staff');
  const board = await postGraphql(
    server,
    { ...consoleDocument(server, 'DispatchBoard'), variables: day },
    { headers: { cookie, origin: server.settings.consoleUrl } },
  );
  const { dispatchBoard } = board.body.data as {
    dispatchBoard: { clashes: { personId: number; jobs: { id: string }[] }[] };
  };
  const pairs = dispatchBoard.clashes.map(({ personId, jobs }) => [personId, ...jobs.map(({ id }) => id).sort()]);
  expect(pairs).toContainEqual([driver?.id, ...ids.map((id) => `pickup:${id}`).sort()]);
});
