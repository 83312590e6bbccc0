import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const PEOPLE = /* GraphQL */ `
  query ($filter: PeopleFilter, $page: Int, $perPage: Int) {
    people(filter: $filter, page: $page, perPage: $perPage) {
      user { id: databaseId name tags { key value } }
      isDisabled
      isViewer
      roles { role { id: databaseId } mayGive members }
      clients { id: databaseId }
      account { email state refusal }
    }
    peopleMeta(filter: $filter, page: $page, perPage: $perPage) { total from to }
  }
`;

type Listed = {
  people: {
    user: { id: number; name: string };
    isViewer: boolean;
    roles: { role: { id: number }; mayGive: boolean; members: number }[];
    account: { refusal: string | null } | null;
  }[];
  peopleMeta: { total: number };
};

let database: TestDatabase;
let scene: StaffScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  const { db } = database;
  const { admin, clerk, staff, driver } = scene.people;
  for (const [who, name] of [
    [admin, 'Ada'],
    [clerk, 'Clara'],
    [staff, 'Stan_ley'],
    [driver, 'Dora'],
  ] as const) {
    await db.user.update({ where: { id: who.id }, data: { name } });
  }
  await db.user.update({ where: { id: driver.id }, data: { disabledAt: new Date() } });
  const robot = await scene.make.userWith(['administration']);
  await db.user.update({ where: { id: robot.id }, data: { kind: 'system' } });
});
afterAll(() => database.drop());

const list = async (who: keyof StaffScene['people'], filter = {}, more = {}) =>
  answer<Listed>(PEOPLE, { filter, ...more }, await scene.as(who));
const names = ({ people }: Listed) => people.map(({ user }) => user.name);

describe('the people of an organization', () => {
  it('are the distinct users with a role there or in one of its clients, by name', async () => {
    const { admin, clerk, colleague, staff, partner, driver, guest, both } = scene.people;
    const listed = await list('admin');
    const ids = listed.people.map(({ user }) => user.id);
    const expected = [admin, clerk, colleague, staff, partner, driver, guest, both].map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(expected));
    expect(names(listed)).toEqual([...names(listed)].sort());
    expect(listed.peopleMeta.total).toBe(8);
    expect(listed.people.filter(({ isViewer }) => isViewer).map(({ user }) => user.id)).toEqual([admin.id]);
    expect(listed.people.find(({ user }) => user.id === both.id)?.roles.map(({ role }) => role.id)).toEqual([
      both.role.id,
    ]);
  });

  it('are paginated', async () => {
    const pages = [await list('admin', {}, { perPage: 5 }), await list('admin', {}, { perPage: 5, page: 2 })];
    expect(pages.map(({ people }) => people.length)).toEqual([5, 3]);
    expect(pages[1]?.peopleMeta).toEqual({ total: 8, from: 6, to: 8 });
  });

  it('are filtered by name, and for administrators also by email and username', async () => {
    const { staff, outsider } = scene.people;
    expect(names(await list('admin', { search: ' stan_ ' }))).toEqual(['Stan_ley']);
    expect(names(await list('admin', { search: 'S%y' }))).toEqual([]);
    expect(names(await list('admin', { search: staff.email }))).toEqual(['Stan_ley']);
    expect(names(await list('admin', { search: staff.username.toUpperCase() }))).toContain('Stan_ley');
    expect(names(await list('staff', { search: staff.email }))).toEqual([]);
    expect(names(await list('admin', { search: outsider.email }))).toEqual([]);
  });

  it('are filtered by role, by client and by state', async () => {
    const { clerk, guest, both } = scene.people;
    expect(names(await list('admin', { roleIds: [clerk.role.id] }))).toEqual(['Clara']);
    expect((await list('admin', { clientIds: [scene.client.id] })).people.map(({ user }) => user.id)).toEqual([
      guest.id,
    ]);
    expect(names(await list('admin', { state: 'disabled' }))).toEqual(['Dora']);
    expect((await list('admin', { state: 'passwordless' })).people.map(({ user }) => user.id)).toEqual([guest.id]);
    expect(names(await list('staff', { state: 'disabled' }))).toEqual([]);
    expect(both.id).toBeGreaterThan(0);
    expect((await list('admin', { roleIds: [scene.foreign.id] })).people).toEqual([]);
    expect((await list('admin', { organizationIds: [scene.home] })).people).toHaveLength(7);
    // They do not reveal who works for others as well.
    expect((await list('admin', { organizationIds: [scene.elsewhere] })).people).toEqual([]);
    const { outsider, stranger } = scene.people;
    const there = (await list('outsider', { organizationIds: [scene.elsewhere, scene.home] })).people;
    expect(new Set(there.map(({ user }) => user.id))).toEqual(new Set([outsider.id, stranger.id, both.id]));
  });

  it('show their accounts only to administrators', async () => {
    expect((await list('staff')).people.map(({ account }) => account)).toEqual(Array(8).fill(null));
    const listed = await list('admin');
    expect(listed.people.every(({ account }) => account !== null)).toBe(true);
  });

  it('show why the viewer may not act on an account', async () => {
    const refusals = Object.fromEntries(
      (await list('clerk')).people.map(({ user, account }) => [user.id, account?.refusal]),
    );
    const { admin, clerk, driver, guest, both } = scene.people;
    expect([clerk, admin, both, driver, guest].map(({ id }) => refusals[id])).toEqual([
      expect.stringContaining('yourself'),
      expect.stringContaining('permissions that you do not hold'),
      expect.stringContaining('also belongs to an organization'),
      null,
      null,
    ]);
  });

  it('have roles that show the number of enabled members and whether the viewer may give them', async () => {
    const roles = (await list('clerk')).people.flatMap((person) => person.roles);
    const { admin, driver, clerk } = scene.people;
    const of = (id: number) => roles.find(({ role }) => role.id === id);
    expect(of(admin.role.id)).toMatchObject({ members: 1, mayGive: false });
    expect(of(driver.role.id)).toMatchObject({ members: 0, mayGive: true });
    expect(of(clerk.role.id)).toMatchObject({ members: 1, mayGive: true });
  });
});

describe('permissions', () => {
  it('show which of them the viewer may give', async () => {
    const PERMISSIONS = 'query ($id: SafeInt!) { permissions(organizationId: $id) { permission { name } mayGive } }';
    type Permissions = { permissions: { permission: { name: string }; mayGive: boolean }[] };
    const given = async (who: 'admin' | 'clerk') => {
      const { permissions } = await answer<Permissions>(PERMISSIONS, { id: scene.home }, await scene.as(who));
      return permissions.filter(({ mayGive }) => mayGive).map(({ permission }) => permission.name);
    };
    expect(await given('clerk')).toEqual(['administration', 'products.book', 'tours.guide', 'transfers.drive']);
    expect(await given('admin')).toEqual([
      'administration',
      'console.access',
      'graphql.query',
      'orders.view-all',
      'products.book',
      'tags.change-shared',
      'tours.guide',
      'transfers.drive',
    ]);
  });
});
