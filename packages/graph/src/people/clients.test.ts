import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const CLIENTS =
  'query ($text: String, $ids: [SafeInt!], $limit: Int) { clients(text: $text, ids: $ids, limit: $limit) { id: databaseId name } }';

it("lists the clients of the viewer's organizations to staff, by name", async () => {
  const make = createFactories(database.db);
  const [own, foreign] = [await make.organization(), await make.organization()];
  const staff = await contextFor(database.db, (await make.userWith(['console.access'], { organizationId: own.id })).id);
  const partner = await contextFor(
    database.db,
    (await make.userWith(['orders.view-all'], { organizationId: own.id })).id,
  );
  const add = (name: string, organizationId = own.id) => database.db.client.create({ data: { name, organizationId } });
  const [zebra, apple] = [await add('Zebra 100%'), await add('Apple Hotel')];
  const hidden = await add('Apple elsewhere', foreign.id);
  const listed = async (variables: object, as = staff) =>
    (await answer<{ clients: { id: number }[] }>(CLIENTS, { ...variables }, as)).clients.map(({ id }) => id);

  const all = await listed({});
  expect(all.filter((id) => id === apple.id || id === zebra.id)).toEqual([apple.id, zebra.id]);
  expect(all).not.toContain(hidden.id);
  expect(await listed({ text: 'PPLE' })).toEqual([apple.id]);
  expect(await listed({ text: '%' })).toEqual([zebra.id]);
  expect(await listed({ ids: [zebra.id, hidden.id] })).toEqual([zebra.id]);
  expect(await listed({ limit: 1 })).toEqual(all.slice(0, 1));
  expect(await listed({}, partner)).toEqual([]);
  expect(await refusal(CLIENTS, { limit: 1_000 }, staff)).toMatchObject({ code: 'VALIDATION' });
});
