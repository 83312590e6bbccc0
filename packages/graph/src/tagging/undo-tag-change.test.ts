import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const CHANGE = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagInput!]!) { synchroniseTags(target: $target, ids: $ids, tags: $tags) { count } }
`;
/** Like the console: two changes in one request. */
const EDIT = /* GraphQL */ `
  mutation ($id: SafeInt!) {
    removeTags(target: users, ids: [$id], tags: [{ key: "a" }]) { count }
    assignTags(target: users, ids: [$id], tags: [{ key: "b", value: "new" }, { key: "c", value: 3 }]) { count }
  }
`;
const UNDO =
  'mutation ($id: String!, $wholeRequest: Boolean) { done: undoTagChange(id: $id, wholeRequest: $wholeRequest) { count } }';
const COUNT =
  'query ($id: String!, $wholeRequest: Boolean) { things: taggedThings(id: $id, wholeRequest: $wholeRequest) }';
const LOG = '{ auditLog(perPage: 20) { id: databaseId action mayUndo } }';

type Tags = Record<string, string | number>;

let database: TestDatabase;
let scene: StaffScene;
let admin: Context;
let drivers: number[];
let requests = 0;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  admin = await scene.as('admin');
  drivers = [scene.people.driver.id, scene.people.staff.id, scene.people.partner.id];
});
afterAll(() => database.drop());

const pairs = (tags: Tags) => Object.entries(tags).map(([key, value]) => ({ key, value }));
/** Each call is a separate request. */
const request = (as = admin): Context => ({ ...as, requestId: `request ${++requests}` });
const put = (tags: Tags, { target = 'users', ids = drivers, as = admin } = {}) =>
  answer(CHANGE, { target, ids, tags: pairs(tags) }, request(as));
const undo = async (id: string, { wholeRequest = false, as = admin } = {}) =>
  (await answer<{ done: number }>(UNDO, { id, wholeRequest }, request(as))).done;
const refused = (id: string, { wholeRequest = false, as = admin } = {}) => refusal(UNDO, { id, wholeRequest }, as);

async function tagsOf(userId: number, organizationId = scene.home): Promise<Tags> {
  const rows = await database.db.tag.findMany({ where: { userId, organizationId } });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value as string | number]));
}

/** The last entry of the audit log about a resource. */
async function lineOf(entityId: number, entity = 'users') {
  const line = await database.db.auditEntry.findFirstOrThrow({ where: { entity, entityId }, orderBy: { id: 'desc' } });
  return { ...line, id: String(line.id) };
}

beforeEach(async () => {
  await put({});
  await put({ a: 'x', b: 7 });
});

const [ONE, TWO] = [0, 1];
const driver = (index: number) => drivers[index] ?? 0;

describe('a change of shared tags', () => {
  it('is undone for one resource, and the undo is undone again', async () => {
    await put({});
    const { id } = await lineOf(driver(ONE));
    expect(await undo(id)).toBe(1);
    expect([await tagsOf(driver(ONE)), await tagsOf(driver(TWO))]).toEqual([{ a: 'x', b: 7 }, {}]);
    const line = await lineOf(driver(ONE));
    expect(line).toMatchObject({
      action: 'tags.undo',
      actorId: admin.actor?.userId,
      organizationId: scene.home,
      before: { tags: {} },
      after: { tags: { a: 'x', b: 7 } },
    });
    expect(await undo(line.id)).toBe(1);
    expect(await tagsOf(driver(ONE))).toEqual({});
  });

  it('is undone for all resources of its request', async () => {
    await put({ b: '7', c: 1 });
    const { id } = await lineOf(driver(ONE));
    const things = async (wholeRequest: boolean) =>
      (await answer<{ things: number }>(COUNT, { id, wholeRequest }, admin)).things;
    expect([await things(false), await things(true)]).toEqual([1, 3]);
    expect(await undo(id, { wholeRequest: true })).toBe(3);
    expect(await Promise.all(drivers.map((each) => tagsOf(each)))).toEqual(drivers.map(() => ({ a: 'x', b: 7 })));
  });

  it('of several steps in one request is undone as one', async () => {
    await answer(EDIT, { id: driver(ONE) }, request());
    expect(await tagsOf(driver(ONE))).toEqual({ b: 'new', c: 3 });
    expect(await undo((await lineOf(driver(ONE))).id, { wholeRequest: true })).toBe(1);
    expect(await tagsOf(driver(ONE))).toEqual({ a: 'x', b: 7 });
  });

  it('keeps keys that it did not change', async () => {
    await put({ a: 'y', b: 7 });
    const { id } = await lineOf(driver(ONE));
    await put({ a: 'y', b: 8, later: 'on' });
    expect(await undo(id)).toBe(1);
    expect(await tagsOf(driver(ONE))).toEqual({ a: 'x', b: 8, later: 'on' });
  });

  it('is not undone where one of its keys has changed since: the error lists the differences, and nothing is changed', async () => {
    await put({ n: 1 });
    const { id } = await lineOf(driver(ONE));
    await put({ n: '1', b: 7 }, { ids: [driver(TWO)] });
    expect(await refused(id, { wholeRequest: true })).toEqual({
      code: 'CONFLICT',
      message: `Nothing was undone because tags have changed since: users ${driver(TWO)}: b is 7, expected not set; users ${driver(TWO)}: n is "1", expected 1.`,
    });
    expect([await tagsOf(driver(ONE)), await tagsOf(driver(TWO))]).toEqual([{ n: 1 }, { n: '1', b: 7 }]);
    expect(await undo(id)).toBe(1);
    expect(await refused(id)).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('a is "x"') });
  });

  it('lists at most five of many differences', async () => {
    await put(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`k${index}`, index])));
    const { id } = await lineOf(driver(ONE));
    await put({});
    expect((await refused(id)).message).toMatch(/(: k\d is not set, expected \d; users \d+){4}.*; 3 more\.$/);
  });

  it('is undone once by concurrent requests', async () => {
    await put({});
    const { id } = await lineOf(driver(ONE));
    const both = await Promise.allSettled([undo(id), undo(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await tagsOf(driver(ONE))).toEqual({ a: 'x', b: 7 });
  });

  it.each(['products', 'roles', 'cities', 'categories'] as const)(
    'of %s is undone, whoever sees them',
    async (target) => {
      const { make } = scene;
      const category = await make.category();
      const { product } = await make.offer([], { product: { categories: [category.id] } });
      const sees = { products: [product.id], cities: [product.cityId], organizationId: scene.home };
      const partner = await make.userWith(['products.book', 'tags.change-shared'], sees);
      const as = await contextFor(database.db, partner.id);
      const ids = { products: product.id, roles: partner.role.id, cities: product.cityId, categories: category.id };
      await put({ a: 'kept' }, { target, ids: [ids[target]], as });
      await put({}, { target, ids: [ids[target]], as });
      expect(await undo((await lineOf(ids[target], target)).id)).toBe(1);
      expect(await lineOf(ids[target], target)).toMatchObject({ action: 'tags.undo', after: { tags: { a: 'kept' } } });
    },
  );

  it('of a deleted resource is not undone', async () => {
    const category = await scene.make.category();
    const { product } = await scene.make.offer([], { product: { categories: [category.id] } });
    const partner = await scene.make.userWith(['tags.change-shared'], { products: [product.id] });
    const as = await contextFor(database.db, partner.id);
    await put({ a: 1 }, { target: 'categories', ids: [category.id], as });
    const { id } = await lineOf(category.id, 'categories');
    await database.db.productCategory.deleteMany({ where: { categoryId: category.id } });
    await database.db.category.delete({ where: { id: category.id } });
    expect(await refused(id)).toEqual({
      code: 'CONFLICT',
      message: `Nothing was undone because tags have changed since: categories ${category.id} no longer exists.`,
    });
  });
});

describe('the right to undo', () => {
  const lines = (as: Context) =>
    answer<{ auditLog: { id: string; action: string; mayUndo: boolean }[] }>(LOG, {}, as).then(
      ({ auditLog }) => auditLog,
    );

  it('requires that the user sees the entry and holds the permission for its organization', async () => {
    await put({});
    const { id } = await lineOf(driver(ONE));
    const clerk = await scene.as('clerk');
    expect(await refused(id, { as: clerk })).toEqual({
      code: 'FORBIDDEN',
      message: 'You may not change tags of users: this needs the permission tags.change-shared.',
    });
    for (const who of ['staff', 'partner', 'outsider'] as const) {
      expect([who, (await refused(id, { as: await scene.as(who) })).code]).toEqual([who, 'NOT_FOUND']);
    }
    expect(await refused(id, { as: await contextFor(database.db, null) })).toMatchObject({ code: 'UNAUTHENTICATED' });
    for (const wrong of ['0', 'x', '-1', '9'.repeat(40)]) {
      expect([wrong, (await refused(wrong)).code]).toEqual([wrong, 'NOT_FOUND']);
    }
    expect((await lines(admin)).find((line) => line.id === id)).toMatchObject({ mayUndo: true });
    expect((await lines(clerk)).find((line) => line.id === id)).toMatchObject({ mayUndo: false });
  });

  it('changes only the tags of that organization', async () => {
    const { people, elsewhere, make } = scene;
    const role = await make.role({ organizationId: elsewhere, clientId: null, permissions: ['tags.change-shared'] });
    const both = await make.user({ roles: [people.admin.role.id, role.id] });
    await database.db.tag.create({
      data: { organizationId: elsewhere, userId: driver(ONE), key: 'a', value: 'theirs' },
    });
    await put({});
    const as = await contextFor(database.db, both.id);
    expect(await undo((await lineOf(driver(ONE))).id, { as })).toBe(1);
    expect([await tagsOf(driver(ONE)), await tagsOf(driver(ONE), elsewhere)]).toEqual([
      { a: 'x', b: 7 },
      { a: 'theirs' },
    ]);
  });

  it('covers nothing else: no tags of orders, and nothing but tags', async () => {
    const order = await scene.make.order({ offer: null });
    await answer(
      'mutation ($id: SafeInt!) { assignTags(target: orders, ids: [$id], tags: [{ key: "a", value: 1 }]) { count } }',
      { id: order.id },
      admin,
    );
    await answer(
      'mutation ($id: SafeInt!) { updateRole(id: $id, input: { description: "Drives" }) { role { members } } }',
      { id: scene.people.driver.role.id },
      admin,
    );
    for (const line of [await lineOf(order.id, 'order'), await lineOf(scene.people.driver.role.id, 'role')]) {
      expect((await lines(admin)).find(({ id }) => id === line.id)).toMatchObject({ mayUndo: false });
      expect(await refused(line.id)).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('Only changes'),
      });
    }
  });
});
