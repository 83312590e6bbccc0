import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, exchange } from '../../src/testing/http.ts';
import { bearerOf, startServer, type TestServer } from '../../src/testing/index.ts';
import { type Scene, sceneOn } from './scene.ts';

/* What operators do in SQL. */

let server: TestServer;
let scene: Scene;
let authorization: string;
beforeAll(async () => {
  server = await startServer();
  scene = await sceneOn(server);
  authorization = await bearerOf(server, scene.users.staff.username);
}, 120_000);
afterAll(() => server?.close());

const get = (path: string, tag = ''): Promise<Answer> =>
  exchange(new URL(path, server.url), 'GET', { headers: { authorization, 'if-none-match': tag } });

const stamps = () => server.db.changeStamp.aggregate({ _sum: { value: true } });

it('a statement that writes no row is not stamped', async () => {
  const before = await stamps();
  await server.db.$executeRaw`UPDATE category SET title = 'New' WHERE false`;
  await server.db.$executeRaw`DELETE FROM client WHERE false`;
  await server.db.$executeRaw`INSERT INTO country SELECT * FROM country WHERE false`;
  expect(await stamps()).toEqual(before);
  await server.db.$executeRaw`UPDATE category SET title = title`;
  expect(await stamps()).not.toEqual(before);
});

it('rows that were written without triggers are noticed after stamp_everything()', async () => {
  const { db } = server;
  const { id } = scene.order;
  const paths = ['/v1/categories', '/v1/cities', '/v1/orders', `/v1/orders/${id}`];
  const tags = new Map<string, string>();
  for (const path of paths) tags.set(path, String((await get(path)).headers.etag));
  const statuses = async () => {
    const all: Record<string, number> = {};
    for (const [path, tag] of tags) all[path] = (await get(path, tag)).status;
    return all;
  };
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`UPDATE category SET title = title || '!'`,
    db.$executeRaw`UPDATE tag SET value = '"changed"' WHERE city_id IS NOT NULL`,
    db.$executeRaw`UPDATE passenger SET first_name = first_name || '!' WHERE order_id = ${id}`,
  ]);
  expect(new Set(Object.values(await statuses()))).toEqual(new Set([304]));
  await db.$queryRaw`SELECT stamp_everything()::text`;
  await db.$executeRaw`UPDATE orders SET version = version + 1 WHERE id = ${id}`;
  expect(new Set(Object.values(await statuses()))).toEqual(new Set([200]));
});
