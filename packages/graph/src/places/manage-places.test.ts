import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { act, refused, refusedPaths } from '../testing/business.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

let database: TestDatabase;
let scene: StaffScene;
let admin: Context;
let outsider: Context;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  admin = await scene.as('admin');
  outsider = await scene.as('outsider');
});
afterAll(() => database.drop());

type City = { id: number; name: string; timeZone: string };

describe('what organizations share', () => {
  it('is created once: everybody else gets the same, or learns that theirs differs', async () => {
    const country = {
      code: 'PT',
      name: 'Portugal',
      translations: [{ language: 'nl', member: 'name', text: 'Portugal' }],
    };
    const { id: countryId } = await act<{ id: number }>('createCountry', { input: country }, admin);
    expect((await refused('createCountry', { input: { ...country, name: 'Elsewhere' } }, outsider)).code).toBe(
      'CONFLICT',
    );
    expect(await act('createCountry', { input: { ...country, translations: [] } }, outsider)).toEqual({
      id: countryId,
      code: 'PT',
      name: 'Portugal',
    });
    const input = { countryId, name: 'Sintra', timeZone: 'Europe/Lisbon' };
    const made = await act<City>('createCity', { input }, admin);
    expect(await act('createCity', { input }, outsider)).toEqual(made);
    expect((await refused('createCity', { input: { ...input, timeZone: 'UTC' } }, outsider)).code).toBe('CONFLICT');
    const category = await act<{ id: number }>('createCategory', { input: { title: 'Boats' } }, admin);
    expect(await act('createCategory', { input: { title: 'Boats' } }, outsider)).toEqual(category);
    expect(await scene.audited('city', made.id)).toMatchObject([{ action: 'city.create', organizationId: scene.home }]);
  });

  it.each<[string, object, string[]]>([
    ['a country', { countryId: 999_999 }, ['countryId']],
    ['a time zone', { timeZone: 'Mars/Olympus' }, ['timeZone']],
    ['a name', { name: '' }, ['name']],
  ])('a city must have %s', async (_, given, paths) => {
    const countryId = (await scene.make.netherlands()).id;
    const input = { countryId, name: 'Delft', timeZone: 'UTC', ...given };
    expect(await refusedPaths('createCity', { input }, admin)).toEqual(paths);
  });

  it('is changed only by those who administer every organization that uses it', async () => {
    const city = await scene.make.city();
    const rename = (name: string, as: Context) => act<City>('updateCity', { id: city.id, input: { name } }, as);
    await scene.make.product({ cityId: city.id });
    expect((await rename('Renamed', admin)).name).toBe('Renamed');
    await scene.make.point({ cityId: city.id, organizationId: scene.elsewhere });
    expect((await refused('updateCity', { id: city.id, input: { name: 'Ours' } }, admin)).code).toBe('CONFLICT');
    const category = await scene.make.category();
    await scene.make.product({ organizationId: scene.elsewhere, categories: [category.id] });
    for (const name of ['updateCategory', 'deleteCategory'] as const)
      expect((await refused(name, { id: category.id, input: { title: 'T' } }, admin)).code).toBe('CONFLICT');
  });

  it('has a name of its own, and is not deleted while something refers to it', async () => {
    const [city, other] = [await scene.make.city(), await scene.make.city()];
    expect(await refusedPaths('updateCity', { id: city.id, input: { name: other.name } }, admin)).toEqual(['name']);
    await scene.make.product({ cityId: city.id });
    expect((await refused('deleteCity', { id: city.id }, admin)).code).toBe('CONFLICT');
    const [category, same] = [await scene.make.category(), await scene.make.category()];
    const input = { title: same.title };
    expect(await refusedPaths('updateCategory', { id: category.id, input }, admin)).toEqual(['title']);
  });

  it('keeps its time zone once orders are there', async () => {
    const city = await scene.make.city();
    const move = (timeZone: string) => ({ id: city.id, input: { timeZone } });
    await act('updateCity', move('Europe/Lisbon'), admin);
    await scene.make.order({ offer: null, cityId: city.id });
    expect((await refused('updateCity', move('UTC'), admin)).code).toBe('CONFLICT');
    await act('updateCity', move('Europe/Lisbon'), admin);
  });
});

describe('a point', () => {
  const input = { latitude: '52.160812', longitude: '-4.4856', address: 'Beestenmarkt 1' };

  it('is exact, and changes with an audit entry', async () => {
    const city = await scene.make.amsterdam();
    const made = await act<{ id: number }>(
      'createPoint',
      { organizationId: scene.home, input: { ...input, cityId: city.id } },
      admin,
    );
    expect(made).toEqual({
      id: made.id,
      latitude: 52.160812,
      longitude: -4.4856,
      address: 'Beestenmarkt 1',
      city: { id: city.id },
    });
    await act('updatePoint', { id: made.id, input: { address: 'Beestenmarkt 2', latitude: '52.160812' } }, admin);
    expect((await scene.audited('point', made.id)).map(({ action, before, after }) => [action, before, after])).toEqual(
      [
        ['point.create', null, { ...input, cityId: city.id }],
        ['point.update', { address: 'Beestenmarkt 1' }, { address: 'Beestenmarkt 2' }],
      ],
    );
    expect(await refusedPaths('updatePoint', { id: made.id, input: { latitude: '90.1' } }, admin)).toEqual([
      'latitude',
    ]);
  });

  it('of the catalogue is nobody’s to change', async () => {
    const { id } = await scene.make.point();
    expect((await refused('updatePoint', { id, input: { address: 'Mine' } }, admin)).code).toBe('NOT_FOUND');
  });

  it('stays where transfers of orders have it', async () => {
    const point = await scene.make.point({ organizationId: scene.home });
    await scene.make.order({ offer: null, pickup: { pointId: point.id } });
    const change = { id: point.id, input: { address: 'Elsewhere' } };
    expect((await refused('updatePoint', change, admin)).code).toBe('CONFLICT');
    expect((await refused('deletePoint', { id: point.id }, admin)).code).toBe('CONFLICT');
  });
});

describe('an organization', () => {
  it('is changed by its administrators', async () => {
    await scene.make.currency('USD');
    await scene.make.language('de');
    const input = {
      name: 'Home & Co',
      currency: 'USD',
      languages: ['nl', 'de'],
      vatPercentage: '9',
      cutOffUnit: 'hours',
    };
    expect(await act('updateOrganization', { id: scene.home, input }, admin)).toEqual({
      organization: {
        id: scene.home,
        name: 'Home & Co',
        timeZone: 'Europe/Amsterdam',
        currency: { code: 'USD' },
        languages: [
          { code: 'nl', isDefault: true },
          { code: 'de', isDefault: false },
        ],
      },
      vatPercentage: 9,
      vatType: 'included',
      cutOffUnit: 'hours',
    });
    expect(await scene.audited('organization', scene.home)).toMatchObject([
      {
        action: 'organization.update',
        before: { name: 'Home', currency: 'EUR', languages: ['en', 'nl'], vatPercentage: '21', cutOffUnit: null },
        after: { name: 'Home & Co', currency: 'USD', languages: ['nl', 'de'], vatPercentage: '9', cutOffUnit: 'hours' },
      },
    ]);
    const paths = (given: object) => refusedPaths('updateOrganization', { id: scene.home, input: given }, admin);
    expect(await paths({ currency: 'XXX', languages: ['nl', 'xx', 'nl'] })).toEqual([
      'currency',
      'languages.1',
      'languages.2',
    ]);
    expect(await paths({ vatPercentage: '100.1', timeZone: 'Amsterdam', languages: [] })).toEqual([
      'languages',
      'timeZone',
      'vatPercentage',
    ]);
  });
});
