import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_TAGS_OF_ONE } from '../tags/check-tags.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import {
  ASSIGN,
  OF_ORDERS,
  pairs,
  REMOVE,
  SHARED,
  SYNCHRONISE,
  TARGETS,
  type TagScene,
  tagScene,
} from '../testing/tags.ts';

let database: TestDatabase;
let scene: TagScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await tagScene(database);
});
afterAll(() => database.drop());

describe.each(TARGETS)('tags of %s', (target) => {
  const idOf = async (of = scene.ours) => (await scene.thingsOf(of))[target].id;

  it('are assigned, and an existing key gets the new value', async () => {
    const ids = [await idOf()];
    await scene.change(SYNCHRONISE, target, ids, []);
    expect(await scene.change(ASSIGN, target, ids, pairs({ a: 'one', b: 2 }))).toBe(1);
    expect(await scene.change(ASSIGN, target, ids, pairs({ a: 'other', c: 'new' }))).toBe(1);
    expect(await scene.tagsOf(target)).toEqual({ a: 'other', b: 2, c: 'new' });
    expect(await scene.change(ASSIGN, target, ids, [])).toBe(0);
  });

  it('keep their type: a number stays a number', async () => {
    const ids = [await idOf()];
    const tags = { int: 12, text: '12', fraction: 0.1, big: 1e21, zero: 0, empty: '', odd: ' a:b "c" \\ % é 😀 ' };
    await scene.change(SYNCHRONISE, target, ids, pairs(tags));
    expect(await scene.tagsOf(target)).toEqual(tags);
    expect(await scene.change(ASSIGN, target, ids, pairs({ int: '12', text: 12 }))).toBe(1);
    expect(await scene.tagsOf(target)).toEqual({ ...tags, int: '12', text: 12 });
  });

  it('are synchronised: tags that are not given are removed', async () => {
    const ids = [await idOf()];
    await scene.change(ASSIGN, target, ids, pairs({ a: 1, b: 2, c: 3 }));
    expect(await scene.change(SYNCHRONISE, target, ids, pairs({ b: 2, d: 4 }))).toBe(1);
    expect(await scene.tagsOf(target)).toEqual({ b: 2, d: 4 });
    expect(await scene.change(SYNCHRONISE, target, ids, [])).toBe(1);
    expect(await scene.tagsOf(target)).toEqual({});
  });

  it('are removed by key, and with a given value only where it matches', async () => {
    const ids = [await idOf()];
    await scene.change(SYNCHRONISE, target, ids, pairs({ a: 'x', b: 'y', c: 7, d: '8', e: 'z' }));
    const tags = [
      { key: 'a' },
      { key: 'b', value: 'other' },
      { key: 'c', value: '7' },
      { key: 'd', value: 8 },
      { key: 'f' },
    ];
    expect(await scene.change(REMOVE, target, ids, tags)).toBe(1);
    expect(await scene.tagsOf(target)).toEqual({ b: 'y', e: 'z' });
    expect(await scene.change(REMOVE, target, ids, [{ key: 'b', value: null }, { value: 'z' }])).toBe(1);
    expect(await scene.tagsOf(target)).toEqual({ e: 'z' });
    expect(await scene.change(REMOVE, target, ids, tags)).toBe(0);
    expect(await scene.change(REMOVE, target, ids, [])).toBe(0);
  });

  it(`are at most ${MAX_TAGS_OF_ONE}: a change that would leave more is refused, and one that adds none is not`, async () => {
    const ids = [await idOf()];
    const many = (from: number, count: number) =>
      pairs(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'v'])));
    await scene.change(SYNCHRONISE, target, ids, []);
    for (let from = 0; from < MAX_TAGS_OF_ONE; from += 100) await scene.change(ASSIGN, target, ids, many(from, 100));
    const tooMany = { target, ids, tags: many(MAX_TAGS_OF_ONE - 1, 2) };
    const { fields } = await refusal(ASSIGN, tooMany, scene.ours.context);
    expect(fields).toEqual([
      { path: ['tags'], message: `must not leave more than ${MAX_TAGS_OF_ONE} tags on a resource.` },
    ]);
    expect(Object.keys(await scene.tagsOf(target))).toHaveLength(MAX_TAGS_OF_ONE);
    expect(await scene.change(ASSIGN, target, ids, pairs({ k0: 'other' }))).toBe(1);
    await scene.change(SYNCHRONISE, target, ids, []);
  });

  it('that have the requested values already are not changed: no new version, no entry in the audit log', async () => {
    const ids = [await idOf()];
    await scene.change(SYNCHRONISE, target, ids, pairs({ a: 1, b: 'x' }));
    const before = [await scene.versionOf(scene.ours), await database.db.auditEntry.count()];
    expect(await scene.change(ASSIGN, target, ids, pairs({ a: 1 }))).toBe(0);
    expect(await scene.change(SYNCHRONISE, target, ids, pairs({ b: 'x', a: 1 }))).toBe(0);
    expect(await scene.change(REMOVE, target, ids, [{ key: 'c' }, { key: 'a', value: 2 }])).toBe(0);
    expect([await scene.versionOf(scene.ours), await database.db.auditEntry.count()]).toEqual(before);
  });

  it('are refused for foreign and unknown ids with the path of the id, and nothing is changed', async () => {
    const id = await idOf();
    await scene.change(SYNCHRONISE, target, [id], pairs({ a: 1 }));
    const foreign = SHARED.includes(target) ? 999_998 : await idOf(scene.theirs);
    for (const document of [ASSIGN, SYNCHRONISE, REMOVE]) {
      const variables = { target, ids: [id, foreign, id, 999_999], tags: pairs({ b: 2 }) };
      const message = 'does not exist or is not available to you.';
      expect(await refusal(document, variables, scene.ours.context)).toEqual({
        code: 'VALIDATION',
        message: 'The given data was invalid.',
        fields: [
          { path: ['ids', 1], message },
          { path: ['ids', 3], message },
        ],
      });
    }
    expect(await scene.tagsOf(target)).toEqual({ a: 1 });
  });
});

describe.each(OF_ORDERS)('tags of %s', (target) => {
  it('are a change of the order, with an entry of the changed tags in the audit log', async () => {
    const { id } = (await scene.thingsOf(scene.ours))[target];
    await scene.change(SYNCHRONISE, target, [id], pairs({ a: 1, b: 2 }));
    const version = await scene.versionOf(scene.ours);
    await scene.change(ASSIGN, target, [id], pairs({ a: 'x' }));
    await scene.change(SYNCHRONISE, target, [id], pairs({ b: 2 }));
    await scene.change(REMOVE, target, [id], [{ key: 'b' }]);
    const row = await database.db.order.findUniqueOrThrow({ where: { id: scene.ours.orderId } });
    expect(row).toMatchObject({ version: version + 3, updatedAt: NOW });
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order', entityId: scene.ours.orderId },
      orderBy: { id: 'desc' },
      take: 3,
    });
    const name = target === 'orders' ? 'tags' : `${target}.${id}.tags`;
    expect(lines.toReversed()).toMatchObject([
      { action: 'tags.assign', before: { [name]: { a: 1 } }, after: { [name]: { a: 'x' } } },
      { action: 'tags.synchronise', before: { [name]: { a: 'x' } }, after: { [name]: {} } },
      { action: 'tags.remove', before: { [name]: { b: 2 } }, after: { [name]: {} } },
    ]);
    expect(
      lines.every((line) => line.organizationId === scene.ours.organizationId && line.actorId === scene.ours.staff.id),
    ).toBe(true);
  });
});

describe('a change of tags', () => {
  it('on both transfers of an order is one change of the order', async () => {
    const { pickup, dropoff } = await scene.read(scene.ours, scene.ours.context).then(({ order }) => order);
    const version = await scene.versionOf(scene.ours);
    expect(await scene.change(ASSIGN, 'transfers', [dropoff.id, pickup.id], pairs({ both: 'sides' }))).toBe(2);
    expect(await scene.versionOf(scene.ours)).toBe(version + 1);
  });

  it('changes only targets whose tags differ from the requested ones', async () => {
    const [one, two] = [
      await scene.make.order({ offer: null, tags: { a: 1 } }),
      await scene.make.order({ offer: null }),
    ];
    expect(await scene.change(ASSIGN, 'orders', [two.id, one.id, one.id], pairs({ a: 1 }))).toBe(1);
    const rows = await database.db.order.findMany({ where: { id: { in: [one.id, two.id] } }, orderBy: { id: 'asc' } });
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('on a target without an order has an entry in the audit log', async () => {
    const { id } = (await scene.thingsOf(scene.ours)).products;
    await scene.change(SYNCHRONISE, 'products', [id], pairs({ a: 1 }));
    await scene.change(ASSIGN, 'products', [id], pairs({ a: 2 }));
    const [line] = await database.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(line).toMatchObject({
      action: 'tags.assign',
      entity: 'products',
      entityId: id,
      organizationId: scene.ours.organizationId,
      before: { tags: { a: 1 } },
      after: { tags: { a: 2 } },
    });
  });

  it('stores values with any characters and of 1,000 characters, and finds them', async () => {
    const long = Array.from({ length: 1_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    ).join('');
    const key = long.slice(0, 500);
    const { id } = await scene.make.order({ offer: null });
    expect(await scene.change(ASSIGN, 'orders', [id], [{ key, value: long }])).toBe(1);
    const found = 'query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId tags { key value } } }';
    for (const match of [{ text: long }, { key, value: long }, { text: `${key}:${long}` }]) {
      expect(await answer(found, { filter: { tags: [match] } }, scene.ours.context)).toEqual({
        orders: [{ id, tags: [{ key, value: long }] }],
      });
    }
  });

  it('is rejected for texts that are too long or that cannot be stored', async () => {
    const pathsOf = async (key: string, value: string) => {
      const { code, fields } = await refusal(
        ASSIGN,
        { target: 'orders', ids: [scene.ours.orderId], tags: [{ key, value }] },
        scene.ours.context,
      );
      return [code, ...(fields ?? []).map(({ path }) => path.join('.'))];
    };
    expect(await pathsOf('k'.repeat(501), 'x')).toEqual(['VALIDATION', 'tags.0.key']);
    expect(await pathsOf('k', 'x'.repeat(1_001))).toEqual(['VALIDATION', 'tags.0.value']);
    for (const text of ['a\0b', '\ud800'])
      expect(await pathsOf(text, text)).toEqual(['VALIDATION', 'tags.0.value', 'tags.0.key']);
  });

  it('is rejected for an empty key, a duplicate key, too many tags, and no or too many ids', async () => {
    const ids = [scene.ours.orderId];
    const pathsOf = async (variables: object) =>
      (await refusal(ASSIGN, { target: 'orders', ...variables }, scene.ours.context)).fields?.map(({ path }) =>
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

  it.each(TARGETS)('on %s requires authentication', async (target) => {
    const anonymous = await contextFor(database.db, null);
    expect(await refusal(REMOVE, { target, ids: [scene.ours.orderId], tags: [] }, anonymous)).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});
