import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const ASSIGN = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [Int!]!, $tags: [TagInput!]!) { changed: assignTags(target: $target, ids: $ids, tags: $tags) }
`;
const SYNCHRONISE = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [Int!]!, $tags: [TagInput!]!) { changed: synchroniseTags(target: $target, ids: $ids, tags: $tags) }
`;
const REMOVE = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [Int!]!, $tags: [TagMatch!]!) { changed: removeTags(target: $target, ids: $ids, tags: $tags) }
`;
const READ = /* GraphQL */ `
  query ($order: String!) {
    order(reference: $order) { tags { ...Pair } bookings { id tags { ...Pair } } pickup { id tags { ...Pair } } dropoff { id tags { ...Pair } } }
    products { id tags { ...Pair } }
    cities { id tags { ...Pair } }
    categories { id tags { ...Pair } }
    drivers { id tags { ...Pair } }
    viewer { roles { id tags { ...Pair } } }
  }
  fragment Pair on Tag { key value }
`;

type Tagged = { id: number; tags: { key: string; value: string | number }[] };
type Read = {
  order: { tags: Tagged['tags']; bookings: Tagged[]; pickup: Tagged; dropoff: Tagged };
  products: Tagged[];
  cities: Tagged[];
  categories: Tagged[];
  drivers: Tagged[];
  viewer: { roles: Tagged[] };
};
type Target = 'products' | 'roles' | 'cities' | 'users' | 'transfers' | 'orders' | 'categories' | 'bookings';

const TARGETS: Target[] = ['products', 'roles', 'cities', 'users', 'transfers', 'orders', 'categories', 'bookings'];
const SHARED: Target[] = ['products', 'cities', 'categories', 'users'];
const OF_ORDERS: Target[] = ['orders', 'bookings', 'transfers'];

let database: TestDatabase;
let make: Factories;
/** Two organizations that share a product, its city and category, and a driver; each has staff and an order. */
let ours: Awaited<ReturnType<typeof party>>;
let theirs: Awaited<ReturnType<typeof party>>;

async function party(
  organizationId: number,
  shared: { productId: number; driverId: number; offer: Parameters<Factories['order']>[0] },
) {
  const staff = await make.userWith(['orders.view-all', 'tags.change-shared'], {
    organizationId,
    products: [shared.productId],
    cities: [(await make.amsterdam()).id],
  });
  const drivers = await make.role({ organizationId, permissions: ['transfers.drive'] });
  await database.db.userRole.create({ data: { userId: shared.driverId, roleId: drivers.id } });
  const order = await make.order({ ...shared.offer, organizationId, roleId: staff.role.id });
  const context = await contextFor(database.db, staff.id);
  return { organizationId, staff, drivers, order, context, orderId: order.id };
}

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const category = await make.category();
  const driver = await make.user();
  const offer = await make.offer([], { product: { categories: [category.id] } });
  const shared = { productId: offer.product.id, driverId: driver.id, offer: { offer } };
  ours = await party((await make.home()).id, shared);
  theirs = await party((await make.organization()).id, shared);
});
afterAll(() => database.drop());

type Party = typeof ours;

const read = ({ orderId }: Party, context: Context) => answer<Read>(READ, { order: String(orderId) }, context);

/** The thing of each target, as the organization sees it. */
async function thingsOf(of: Party, as = of.context): Promise<Record<Target, Tagged>> {
  const data = await read(of, as);
  const only = (things: Tagged[]) => things[0] ?? { id: 0, tags: [] };
  return {
    products: only(data.products),
    roles: only(data.viewer.roles),
    cities: only(data.cities),
    users: only(data.drivers),
    transfers: data.order.dropoff,
    orders: { id: of.orderId, tags: data.order.tags },
    categories: only(data.categories),
    bookings: only(data.order.bookings),
  };
}

const pairs = (tags: Record<string, string | number>) => Object.entries(tags).map(([key, value]) => ({ key, value }));
const change = async (document: string, target: Target, ids: number[], tags: object[], as = ours.context) =>
  (await answer<{ changed: number }>(document, { target, ids, tags }, as)).changed;
const tagsOf = async (target: Target, of = ours) =>
  Object.fromEntries((await thingsOf(of))[target].tags.map(({ key, value }) => [key, value]));
const versionOf = async ({ orderId }: Party) =>
  (await database.db.order.findUniqueOrThrow({ where: { id: orderId } })).version;

describe.each(TARGETS)('tags of %s', (target) => {
  const idOf = async (of = ours) => (await thingsOf(of))[target].id;

  it('are assigned, and an existing key gets the new value', async () => {
    const ids = [await idOf()];
    await change(SYNCHRONISE, target, ids, []);
    expect(await change(ASSIGN, target, ids, pairs({ a: 'one', b: 2 }))).toBe(1);
    expect(await change(ASSIGN, target, ids, pairs({ a: 'other', c: 'new' }))).toBe(1);
    expect(await tagsOf(target)).toEqual({ a: 'other', b: 2, c: 'new' });
    expect(await change(ASSIGN, target, ids, [])).toBe(0);
  });

  it('keep the type that came in: a number is no string', async () => {
    const ids = [await idOf()];
    const tags = { int: 12, text: '12', fraction: 0.1, big: 1e21, zero: 0, empty: '', odd: ' a:b "c" \\ % é 😀 ' };
    await change(SYNCHRONISE, target, ids, pairs(tags));
    expect(await tagsOf(target)).toEqual(tags);
    expect(await change(ASSIGN, target, ids, pairs({ int: '12', text: 12 }))).toBe(1);
    expect(await tagsOf(target)).toEqual({ ...tags, int: '12', text: 12 });
  });

  it('are synchronised: what is not asked for goes', async () => {
    const ids = [await idOf()];
    await change(ASSIGN, target, ids, pairs({ a: 1, b: 2, c: 3 }));
    expect(await change(SYNCHRONISE, target, ids, pairs({ b: 2, d: 4 }))).toBe(1);
    expect(await tagsOf(target)).toEqual({ b: 2, d: 4 });
    expect(await change(SYNCHRONISE, target, ids, [])).toBe(1);
    expect(await tagsOf(target)).toEqual({});
  });

  it('are removed by key, and only with the value where one is given', async () => {
    const ids = [await idOf()];
    await change(SYNCHRONISE, target, ids, pairs({ a: 'x', b: 'y', c: 7, d: '8', e: 'z' }));
    const tags = [
      { key: 'a' },
      { key: 'b', value: 'other' },
      { key: 'c', value: '7' },
      { key: 'd', value: 8 },
      { key: 'f' },
    ];
    expect(await change(REMOVE, target, ids, tags)).toBe(1);
    expect(await tagsOf(target)).toEqual({ b: 'y', e: 'z' });
    expect(await change(REMOVE, target, ids, [{ key: 'b', value: null }, { value: 'z' }])).toBe(1);
    expect(await tagsOf(target)).toEqual({ e: 'z' });
    expect(await change(REMOVE, target, ids, tags)).toBe(0);
    expect(await change(REMOVE, target, ids, [])).toBe(0);
  });

  it('that are as asked already are not touched: no version, no line in the audit log', async () => {
    const ids = [await idOf()];
    await change(SYNCHRONISE, target, ids, pairs({ a: 1, b: 'x' }));
    const before = [await versionOf(ours), await database.db.auditEntry.count()];
    expect(await change(ASSIGN, target, ids, pairs({ a: 1 }))).toBe(0);
    expect(await change(SYNCHRONISE, target, ids, pairs({ b: 'x', a: 1 }))).toBe(0);
    expect(await change(REMOVE, target, ids, [{ key: 'c' }, { key: 'a', value: 2 }])).toBe(0);
    expect([await versionOf(ours), await database.db.auditEntry.count()]).toEqual(before);
  });

  it('of others and of nothing are refused at the place of the id, and nothing is changed', async () => {
    const id = await idOf();
    await change(SYNCHRONISE, target, [id], pairs({ a: 1 }));
    const foreign = SHARED.includes(target) ? 999_998 : await idOf(theirs);
    for (const document of [ASSIGN, SYNCHRONISE, REMOVE]) {
      const variables = { target, ids: [id, foreign, id, 999_999], tags: pairs({ b: 2 }) };
      const message = 'does not exist or is not available to you.';
      expect(await refusal(document, variables, ours.context)).toEqual({
        code: 'VALIDATION',
        message: 'The given data was invalid.',
        fields: [
          { path: ['ids', 1], message },
          { path: ['ids', 3], message },
        ],
      });
    }
    expect(await tagsOf(target)).toEqual({ a: 1 });
  });
});

describe.each(SHARED)('tags of shared %s', (target) => {
  it('are kept by each organization for itself', async () => {
    const { id } = (await thingsOf(ours))[target];
    expect((await thingsOf(theirs))[target].id).toBe(id);
    await change(SYNCHRONISE, target, [id], pairs({ a: 'ours', only: 'ours' }));
    await change(SYNCHRONISE, target, [id], pairs({ a: 'theirs' }), theirs.context);
    expect([await tagsOf(target), await tagsOf(target, theirs)]).toEqual([
      { a: 'ours', only: 'ours' },
      { a: 'theirs' },
    ]);
    await change(REMOVE, target, [id], [{ key: 'a' }], theirs.context);
    await change(SYNCHRONISE, target, [id], [], theirs.context);
    expect([await tagsOf(target), await tagsOf(target, theirs)]).toEqual([{ a: 'ours', only: 'ours' }, {}]);
  });
});

describe.each([...SHARED, 'roles' as const])('the right to tag %s', (target) => {
  /** Somebody of the organization who sees the thing and holds these permissions. */
  const somebody = async (permissions: string[]) =>
    contextFor(
      database.db,
      (
        await make.userWith(permissions, {
          organizationId: ours.organizationId,
          products: [(await thingsOf(ours)).products.id],
          cities: [(await make.amsterdam()).id],
        })
      ).id,
    );

  it('is implied by no other permission, and its lack is said before any id is looked up', async () => {
    const { id } = (await thingsOf(ours))[target];
    await change(SYNCHRONISE, target, [id], pairs({ a: 1 }));
    const { sharedTags, ...others } = ours.context.settings.permissions;
    const as = await somebody(Object.values(others));
    for (const document of [ASSIGN, SYNCHRONISE, REMOVE]) {
      for (const ids of [[id], [id, 999_999], [999_999]]) {
        expect(await refusal(document, { target, ids, tags: pairs({ a: 2 }) }, as)).toEqual({
          code: 'FORBIDDEN',
          message: `You may not change tags of ${target}: this needs the permission ${sharedTags}.`,
        });
      }
    }
    expect(await tagsOf(target)).toEqual({ a: 1 });
  });

  it('needs its permission alone, by the name that the setting gives it', async () => {
    const { id } = (await thingsOf(ours))[target];
    const as = await somebody(['tags.change-shared']);
    expect(await change(SYNCHRONISE, target, [id], pairs({ right: 'own' }), as)).toBe(1);
    const { settings } = as;
    const renamed = { ...as, settings: { ...settings, permissions: { ...settings.permissions, sharedTags: 'x' } } };
    expect(await refusal(ASSIGN, { target, ids: [id], tags: pairs({ a: 1 }) }, renamed)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('permission x.'),
    });
  });
});

describe.each(OF_ORDERS)('tags of %s', (target) => {
  it('are a change of the order, with its line in the audit log', async () => {
    const { id } = (await thingsOf(ours))[target];
    await change(SYNCHRONISE, target, [id], pairs({ a: 1, b: 2 }));
    const version = await versionOf(ours);
    await change(ASSIGN, target, [id], pairs({ a: 'x' }));
    await change(SYNCHRONISE, target, [id], pairs({ b: 2 }));
    await change(REMOVE, target, [id], [{ key: 'b' }]);
    const row = await database.db.order.findUniqueOrThrow({ where: { id: ours.orderId } });
    expect(row).toMatchObject({ version: version + 3, updatedAt: NOW });
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order', entityId: ours.orderId },
      orderBy: { id: 'desc' },
      take: 3,
    });
    const name = target === 'orders' ? 'tags' : `${target}.${id}.tags`;
    expect(lines.toReversed()).toMatchObject([
      { action: 'tags.assign', before: { [name]: { a: 1, b: 2 } }, after: { [name]: { a: 'x', b: 2 } } },
      { action: 'tags.synchronise', before: { [name]: { a: 'x', b: 2 } }, after: { [name]: { b: 2 } } },
      { action: 'tags.remove', before: { [name]: { b: 2 } }, after: { [name]: {} } },
    ]);
    expect(lines.every((line) => line.organizationId === ours.organizationId && line.actorId === ours.staff.id)).toBe(
      true,
    );
  });
});

describe('a change of tags', () => {
  it('on both transfers of an order is one change of the order', async () => {
    const { pickup, dropoff } = await read(ours, ours.context).then(({ order }) => order);
    const version = await versionOf(ours);
    expect(await change(ASSIGN, 'transfers', [dropoff.id, pickup.id], pairs({ both: 'sides' }))).toBe(2);
    expect(await versionOf(ours)).toBe(version + 1);
  });

  it('touches only those things that are not as asked', async () => {
    const [one, two] = [await make.order({ offer: null, tags: { a: 1 } }), await make.order({ offer: null })];
    expect(await change(ASSIGN, 'orders', [two.id, one.id, one.id], pairs({ a: 1 }))).toBe(1);
    const rows = await database.db.order.findMany({ where: { id: { in: [one.id, two.id] } }, orderBy: { id: 'asc' } });
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('on something without an order has a line of its own', async () => {
    const { id } = (await thingsOf(ours)).products;
    await change(SYNCHRONISE, 'products', [id], pairs({ a: 1 }));
    await change(ASSIGN, 'products', [id], pairs({ a: 2 }));
    const [line] = await database.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(line).toMatchObject({
      action: 'tags.assign',
      entity: 'products',
      entityId: id,
      organizationId: ours.organizationId,
      before: { tags: { a: 1 } },
      after: { tags: { a: 2 } },
    });
  });

  it('keeps values of any sign and of a thousand of them, and finds them', async () => {
    const long = Array.from({ length: 1_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    ).join('');
    const key = long.slice(0, 500);
    const { id } = await make.order({ offer: null });
    expect(await change(ASSIGN, 'orders', [id], [{ key, value: long }])).toBe(1);
    const found = 'query ($filter: OrderFilter) { orders(filter: $filter) { id tags { key value } } }';
    for (const match of [{ text: long }, { key, value: long }, { text: `${key}:${long}` }]) {
      expect(await answer(found, { filter: { tags: [match] } }, ours.context)).toEqual({
        orders: [{ id, tags: [{ key, value: long }] }],
      });
    }
  });

  it('is refused for texts that are too long or that cannot be kept', async () => {
    const pathsOf = async (key: string, value: string) => {
      const { code, fields } = await refusal(
        ASSIGN,
        { target: 'orders', ids: [ours.orderId], tags: [{ key, value }] },
        ours.context,
      );
      return [code, ...(fields ?? []).map(({ path }) => path.join('.'))];
    };
    expect(await pathsOf('k'.repeat(501), 'x')).toEqual(['VALIDATION', 'tags.0.key']);
    expect(await pathsOf('k', 'x'.repeat(1_001))).toEqual(['VALIDATION', 'tags.0.value']);
    for (const text of ['a\0b', '\ud800'])
      expect(await pathsOf(text, text)).toEqual(['VALIDATION', 'tags.0.value', 'tags.0.key']);
  });

  it('is refused for no key, a key twice, too many tags, and no or too many ids', async () => {
    const ids = [ours.orderId];
    const pathsOf = async (variables: object) =>
      (await refusal(ASSIGN, { target: 'orders', ...variables }, ours.context)).fields?.map(({ path }) =>
        path.join('.'),
      );
    const tags = [
      { key: '', value: 'x' },
      { key: 'a', value: 1 },
      { key: 'a', value: 1 },
    ];
    expect(await pathsOf({ ids, tags })).toEqual(['tags.0.key', 'tags.2.key']);
    const many = Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, value: index }));
    expect(await pathsOf({ ids, tags: many })).toEqual(['tags']);
    expect(await pathsOf({ ids: [], tags: [] })).toEqual(['ids']);
    expect(await pathsOf({ ids: Array.from({ length: 1_001 }, (_, index) => index), tags: [] })).toEqual(['ids']);
  });

  it.each(TARGETS)('on %s needs somebody who has signed in', async (target) => {
    const nobody = await contextFor(database.db, null);
    expect(await refusal(REMOVE, { target, ids: [ours.orderId], tags: [] }, nobody)).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('a user of two organizations', () => {
  it('reads the tags of both, and writes those of the first role that may', async () => {
    const { id } = (await thingsOf(ours)).products;
    await change(SYNCHRONISE, 'products', [id], pairs({ mine: 1 }));
    await change(SYNCHRONISE, 'products', [id], pairs({ yours: 2 }), theirs.context);
    const both = await make.user({ roles: [ours.staff.role.id, theirs.staff.role.id] });
    const as = await contextFor(database.db, both.id);
    expect((await thingsOf(ours, as)).products.tags).toEqual(pairs({ mine: 1, yours: 2 }));
    await change(SYNCHRONISE, 'products', [id], pairs({ new: 3 }), as);
    expect([await tagsOf('products'), await tagsOf('products', theirs)]).toEqual([{ new: 3 }, { yours: 2 }]);
  });

  it('with a right in one of them alone tags for that one alone', async () => {
    const { id } = (await thingsOf(ours)).products;
    await change(SYNCHRONISE, 'products', [id], pairs({ mine: 1 }));
    const mixed = await make.user({ roles: [ours.drivers.id, theirs.staff.role.id] });
    const as = await contextFor(database.db, mixed.id);
    await change(SYNCHRONISE, 'products', [id], pairs({ new: 3 }), as);
    expect([await tagsOf('products'), await tagsOf('products', theirs)]).toEqual([{ mine: 1 }, { new: 3 }]);
    const roles = { target: 'roles', ids: [theirs.staff.role.id, ours.drivers.id], tags: pairs({ a: 1 }) };
    expect(await refusal(ASSIGN, roles, as)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await change(ASSIGN, 'roles', [theirs.staff.role.id], pairs({ a: 1 }), as)).toBe(1);
  });
});
