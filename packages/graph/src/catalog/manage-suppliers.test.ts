import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { act, refused, refusedPaths } from '../testing/business.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

let database: TestDatabase;
let scene: StaffScene;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  admin = await scene.as('admin');
});
afterAll(() => database.drop());

const DUTCH = { language: 'nl', member: 'description', text: 'Boten' };

describe('a supplier', () => {
  it('has texts and permissions, and each change is in the audit log', async () => {
    const input = { name: 'Boats', description: 'Boats', permissions: ['tours.guide'], translations: [DUTCH] };
    const made = await act<{ id: number }>('createSupplier', { organizationId: scene.home, input }, admin);
    const { id } = made;
    const shown = { id, name: 'Boats', description: 'Boats', translations: [DUTCH] };
    expect(made).toEqual({ ...shown, permissions: [{ name: 'tours.guide' }] });
    const change = { permissions: ['transfers.drive'], name: 'Boats' };
    expect(await act('updateSupplier', { id, input: change }, admin)).toEqual({
      ...shown,
      permissions: [{ name: 'transfers.drive' }],
    });
    const cleared = { id, input: { translations: [], description: null } };
    expect(await act('updateSupplier', cleared, admin)).toMatchObject({ description: null, translations: [] });
    await act('deleteSupplier', { id }, admin);
    expect((await scene.audited('supplier', id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['supplier.create', null, { ...input, translations: { nl: { description: 'Boten' } } }],
      ['supplier.update', { permissions: ['tours.guide'] }, { permissions: ['transfers.drive'] }],
      [
        'supplier.update',
        { description: 'Boats', translations: { nl: { description: 'Boten' } } },
        { description: null, translations: {} },
      ],
      ['supplier.delete', expect.objectContaining({ name: 'Boats', permissions: ['transfers.drive'] }), null],
    ]);
  });

  it.each<[string, object, string[]]>([
    ['a name', {}, ['name']],
    ['known permissions', { name: 'A', permissions: ['no.such'] }, ['permissions.0']],
    [
      'translations in further languages',
      { name: 'A', translations: [{ ...DUTCH, language: 'en' }] },
      ['translations.0.language'],
    ],
    [
      'translations of its texts',
      { name: 'A', translations: [DUTCH, { ...DUTCH, member: 'Name' }] },
      ['translations.1.member'],
    ],
    [
      'translations that are not too long',
      { name: 'A', translations: [{ ...DUTCH, text: 'x'.repeat(5_001) }] },
      ['translations.0.text'],
    ],
    ['a description that is not too long', { name: 'A', description: 'x'.repeat(5_001) }, ['description']],
  ])('must have %s', async (_, input, paths) => {
    expect(await refusedPaths('createSupplier', { organizationId: scene.home, input }, admin)).toEqual(paths);
  });

  it('has a name of its own, and is kept while products refer to it', async () => {
    const [one, other] = [await scene.make.supplier(), await scene.make.supplier()];
    expect(await refusedPaths('updateSupplier', { id: one.id, input: { name: other.name } }, admin)).toEqual(['name']);
    const product = await scene.make.product({ supplierId: one.id });
    expect((await refused('deleteSupplier', { id: one.id }, admin)).code).toBe('CONFLICT');
    expect((await database.db.product.findUniqueOrThrow({ where: { id: product.id } })).supplierId).toBe(one.id);
  });
});
