import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { refusal } from '../testing/run.ts';
import { ASSIGN, pairs, REMOVE, SHARED, SYNCHRONISE, type TagScene, tagScene } from '../testing/tags.ts';

let database: TestDatabase;
let scene: TagScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await tagScene(database);
});
afterAll(() => database.drop());

describe.each(SHARED)('tags of shared %s', (target) => {
  it('are separate for each organization', async () => {
    const { id } = (await scene.thingsOf(scene.ours))[target];
    expect((await scene.thingsOf(scene.theirs))[target].id).toBe(id);
    await scene.change(SYNCHRONISE, target, [id], pairs({ a: 'ours', only: 'ours' }));
    await scene.change(SYNCHRONISE, target, [id], pairs({ a: 'theirs' }), scene.theirs.context);
    expect([await scene.tagsOf(target), await scene.tagsOf(target, scene.theirs)]).toEqual([
      { a: 'ours', only: 'ours' },
      { a: 'theirs' },
    ]);
    await scene.change(REMOVE, target, [id], [{ key: 'a' }], scene.theirs.context);
    await scene.change(SYNCHRONISE, target, [id], [], scene.theirs.context);
    expect([await scene.tagsOf(target), await scene.tagsOf(target, scene.theirs)]).toEqual([
      { a: 'ours', only: 'ours' },
      {},
    ]);
  });
});

describe.each([...SHARED, 'roles' as const])('the right to tag %s', (target) => {
  /** A user of the organization who sees the target and holds these permissions. */
  const memberWith = async (permissions: string[]) =>
    contextFor(
      database.db,
      (
        await scene.make.userWith(permissions, {
          organizationId: scene.ours.organizationId,
          products: [(await scene.thingsOf(scene.ours)).products.id],
          cities: [(await scene.make.amsterdam()).id],
        })
      ).id,
    );

  it('is implied by no other permission, and is checked before any id is looked up', async () => {
    const { id } = (await scene.thingsOf(scene.ours))[target];
    await scene.change(SYNCHRONISE, target, [id], pairs({ a: 1 }));
    const { sharedTags, ...others } = scene.ours.context.settings.permissions;
    const as = await memberWith(Object.values(others));
    for (const document of [ASSIGN, SYNCHRONISE, REMOVE]) {
      for (const ids of [[id], [id, 999_999], [999_999]]) {
        expect(await refusal(document, { target, ids, tags: pairs({ a: 2 }) }, as)).toEqual({
          code: 'FORBIDDEN',
          message: `You may not change tags of ${target}: this needs the permission ${sharedTags}.`,
        });
      }
    }
    expect(await scene.tagsOf(target)).toEqual({ a: 1 });
  });

  it('requires only its permission, with the name from the setting', async () => {
    const { id } = (await scene.thingsOf(scene.ours))[target];
    const as = await memberWith(['tags.change-shared']);
    expect(await scene.change(SYNCHRONISE, target, [id], pairs({ right: 'own' }), as)).toBe(1);
    const { settings } = as;
    const renamed = { ...as, settings: { ...settings, permissions: { ...settings.permissions, sharedTags: 'x' } } };
    expect(await refusal(ASSIGN, { target, ids: [id], tags: pairs({ a: 1 }) }, renamed)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('permission x.'),
    });
  });
});

describe('a user of two organizations', () => {
  it('reads the tags of both, and writes those of the first role with the right', async () => {
    const { id } = (await scene.thingsOf(scene.ours)).products;
    await scene.change(SYNCHRONISE, 'products', [id], pairs({ mine: 1 }));
    await scene.change(SYNCHRONISE, 'products', [id], pairs({ yours: 2 }), scene.theirs.context);
    const both = await scene.make.user({ roles: [scene.ours.staff.role.id, scene.theirs.staff.role.id] });
    const as = await contextFor(database.db, both.id);
    expect((await scene.thingsOf(scene.ours, as)).products.tags).toEqual(pairs({ mine: 1, yours: 2 }));
    await scene.change(SYNCHRONISE, 'products', [id], pairs({ new: 3 }), as);
    expect([await scene.tagsOf('products'), await scene.tagsOf('products', scene.theirs)]).toEqual([
      { new: 3 },
      { yours: 2 },
    ]);
  });

  it('with the right in only one of them tags only for that one', async () => {
    const { id } = (await scene.thingsOf(scene.ours)).products;
    await scene.change(SYNCHRONISE, 'products', [id], pairs({ mine: 1 }));
    const mixed = await scene.make.user({ roles: [scene.ours.drivers.id, scene.theirs.staff.role.id] });
    const as = await contextFor(database.db, mixed.id);
    await scene.change(SYNCHRONISE, 'products', [id], pairs({ new: 3 }), as);
    expect([await scene.tagsOf('products'), await scene.tagsOf('products', scene.theirs)]).toEqual([
      { mine: 1 },
      { new: 3 },
    ]);
    const roles = { target: 'roles', ids: [scene.theirs.staff.role.id, scene.ours.drivers.id], tags: pairs({ a: 1 }) };
    expect(await refusal(ASSIGN, roles, as)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await scene.change(ASSIGN, 'roles', [scene.theirs.staff.role.id], pairs({ a: 1 }), as)).toBe(1);
  });
});
