import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const VIEW =
  'fragment View on SavedView { id: databaseId page name query isShared owner { id: databaseId } isOwn mayChange }';
const LIST = `query ($page: String) { savedViews(page: $page) { ...View } } ${VIEW}`;
const CREATE = `mutation ($page: String!, $organizationId: SafeInt, $input: SavedViewInput!) {
  view: createSavedView(page: $page, organizationId: $organizationId, input: $input) { view { ...View } } } ${VIEW}`;
const UPDATE = `mutation ($id: SafeInt!, $input: SavedViewInput!) { view: updateSavedView(id: $id, input: $input) { view { ...View } } } ${VIEW}`;
const DELETE = 'mutation ($id: SafeInt!) { deleteSavedView(id: $id) { deletedId } }';

type View = { id: number; name: string; query: string; isShared: boolean; isOwn: boolean; mayChange: boolean };
type Who = 'ann' | 'bob' | 'admin' | 'partner' | 'outsider';

let database: TestDatabase;
let make: Factories;
let as: Record<Who, Context>;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const elsewhere = (await make.organization()).id;
  const context = async (permissions: string[], more = {}) =>
    contextFor(database.db, (await make.userWith(permissions, more)).id);
  as = {
    ann: await context(['console.access']),
    bob: await context(['console.access']),
    admin: await context(['administration']),
    partner: await context(['products.book', 'orders.view-all']),
    outsider: await context(['console.access', 'administration'], { organizationId: elsewhere }),
  };
});
beforeEach(async () => {
  await database.db.savedView.deleteMany();
});
afterAll(() => database.drop());

const saved = async (who: Who, input: object, page = 'orders') =>
  (await answer<{ view: View }>(CREATE, { page, input }, as[who])).view;
const listed = async (who: Who, page?: string) =>
  (await answer<{ savedViews: View[] }>(LIST, { page }, as[who])).savedViews;
const namesOf = async (who: Who, page?: string) => (await listed(who, page)).map(({ name }) => name);

describe('saved views', () => {
  it('have a page, a name and a query string, and are visible only to their owner until they are shared', async () => {
    const view = await saved('ann', { name: ' Today ', query: '?today=1&columns=id,leader&sort=-starts' });
    expect(view).toMatchObject({
      page: 'orders',
      name: 'Today',
      query: 'today=1&columns=id,leader&sort=-starts',
      isShared: false,
      isOwn: true,
      mayChange: true,
    });
    expect([await namesOf('ann'), await namesOf('bob'), await namesOf('admin')]).toEqual([['Today'], [], []]);
    await answer(UPDATE, { id: view.id, input: { isShared: true } }, as.ann);
    expect(await listed('bob')).toMatchObject([
      { name: 'Today', query: view.query, isShared: true, isOwn: false, mayChange: false },
    ]);
    expect(await listed('admin')).toMatchObject([{ isOwn: false, mayChange: true }]);
    expect([await namesOf('partner'), await namesOf('outsider')]).toEqual([[], []]);
  });

  it('are listed by name, optionally of one page', async () => {
    for (const name of ['b', 'A', 'c']) await saved('ann', { name });
    await saved('ann', { name: 'failing' }, 'webhooks');
    expect(await namesOf('ann', 'orders')).toEqual(['A', 'b', 'c']);
    expect(await namesOf('ann')).toEqual(['A', 'b', 'c', 'failing']);
  });

  it('are renamed, changed and deleted by users who may', async () => {
    const { id } = await saved('ann', { name: 'one', query: 'a=1', isShared: true });
    expect((await answer<{ view: View }>(UPDATE, { id, input: { name: 'two' } }, as.ann)).view).toMatchObject({
      name: 'two',
      query: 'a=1',
      isShared: true,
    });
    expect((await answer<{ view: View }>(UPDATE, { id, input: { query: '' } }, as.admin)).view).toMatchObject({
      name: 'two',
      query: '',
    });
    expect(await answer(DELETE, { id }, as.admin)).toEqual({ deleteSavedView: id });
    expect(await refusal(DELETE, { id }, as.ann)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of other users cannot be changed, and are not found unless shared', async () => {
    const shared = await saved('ann', { name: 'shared', isShared: true });
    const own = await saved('ann', { name: 'own' });
    const codeOf = async (document: string, id: number, who: Who) =>
      (await refusal(document, document === UPDATE ? { id, input: { name: 'x' } } : { id }, as[who])).code;
    for (const document of [UPDATE, DELETE]) {
      expect([document, await codeOf(document, shared.id, 'bob')]).toEqual([document, 'FORBIDDEN']);
      for (const who of ['bob', 'admin', 'partner', 'outsider'] as const)
        expect([who, await codeOf(document, own.id, who)]).toEqual([who, 'NOT_FOUND']);
      for (const who of ['partner', 'outsider'] as const)
        expect([who, await codeOf(document, shared.id, who)]).toEqual([who, 'NOT_FOUND']);
    }
    expect(await namesOf('ann')).toEqual(['own', 'shared']);
  });

  it('are created only by staff, in an organization of the user', async () => {
    expect(await refusal(CREATE, { page: 'orders', input: { name: 'x' } }, as.partner)).toMatchObject({
      code: 'FORBIDDEN',
    });
    const organizationId = (await make.home()).id;
    expect(await refusal(CREATE, { page: 'orders', organizationId, input: { name: 'x' } }, as.outsider)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('have names that are unique per owner and page, ignoring letter case', async () => {
    const { id } = await saved('ann', { name: 'Mine' });
    await saved('ann', { name: 'mine' }, 'webhooks');
    await saved('bob', { name: 'mine' });
    const other = await saved('ann', { name: 'other' });
    const twice = {
      code: 'VALIDATION',
      fields: [{ path: ['input', 'name'], message: 'is already the name of another view.' }],
    };
    expect(await refusal(CREATE, { page: 'orders', input: { name: 'mine' } }, as.ann)).toMatchObject(twice);
    expect(await refusal(UPDATE, { id: other.id, input: { name: 'MINE' } }, as.ann)).toMatchObject(twice);
    expect((await answer<{ view: View }>(UPDATE, { id, input: { name: 'MINE' } }, as.ann)).view.name).toBe('MINE');
  });

  it('that are created concurrently with the same name are created once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => saved('ann', { name: 'rush' })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await namesOf('ann')).toEqual(['rush']);
  });

  it('are rejected without a name, with too long texts, with an unknown page, and beyond the maximum', async () => {
    const pathsOf = async (input: object, page = 'orders') =>
      (await refusal(CREATE, { page, input }, as.ann)).fields?.map(({ path }) => path.join('.'));
    expect(await pathsOf({ query: 'a=1' })).toEqual(['input.name']);
    expect(await pathsOf({ name: '  ' })).toEqual(['input.name']);
    expect(await pathsOf({ name: 'x'.repeat(81), query: 'q'.repeat(4_001) })).toEqual(['input.name', 'input.query']);
    expect(await pathsOf({ name: 'x' }, 'Orders/1')).toEqual(['page']);
    const row = {
      organizationId: (await make.home()).id,
      ownerId: as.ann.actor?.userId ?? 0,
      page: 'orders',
      query: '',
      createdAt: as.ann.now,
      updatedAt: as.ann.now,
    };
    await database.db.savedView.createMany({
      data: Array.from({ length: 100 }, (_, index) => ({ ...row, name: `v${index}` })),
    });
    expect(await refusal(CREATE, { page: 'orders', input: { name: 'one more' } }, as.ann)).toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('add an entry to the audit log for each change', async () => {
    const { id } = await saved('ann', { name: 'one', query: 'a=1' });
    await answer(UPDATE, { id, input: { isShared: true } }, as.ann);
    await answer(DELETE, { id }, as.ann);
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'saved-view', entityId: id },
      orderBy: { id: 'asc' },
    });
    expect(lines).toMatchObject([
      { action: 'saved-view.create', after: { page: 'orders', name: 'one', query: 'a=1', isShared: false } },
      { action: 'saved-view.update', before: { isShared: false }, after: { isShared: true } },
      { action: 'saved-view.delete', before: { name: 'one', isShared: true } },
    ]);
    expect(lines.every(({ actorId }) => actorId === as.ann.actor?.userId)).toBe(true);
  });
});
