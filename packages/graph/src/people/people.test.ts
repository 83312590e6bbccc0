import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const LISTS = /* GraphQL */ `
  {
    contactPersons { ...Person }
    drivers { ...Person }
    issuers { ...Person }
    tourGuides { ...Person }
  }
  fragment Person on User { id: databaseId name profilePhotoUrl tags { key value } }
`;
const VIEWER = /* GraphQL */ `
  {
    viewer {
      id: databaseId name email username emailVerified profilePhotoUrl tags { key value }
      roles { id: databaseId name description tags { key value } permissions { name description } }
      organizations { id: databaseId name timeZone currency { code symbol name } languages { code name isDefault } }
    }
  }
`;

let database: TestDatabase;
let make: Factories;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterAll(() => database.drop());

type Person = { id: number; name: string; tags: object[] };
type Lists = Record<'contactPersons' | 'drivers' | 'issuers' | 'tourGuides', Person[]>;

describe('the lists of people', () => {
  const RIGHTS = {
    contactPersons: 'orders.contact',
    drivers: 'transfers.drive',
    issuers: 'products.book',
    tourGuides: 'tours.guide',
  } as const;

  it("list the distinct users with the right in one of the viewer's organizations, by name", async () => {
    const { id: organizationId } = await make.organization();
    const elsewhere = await make.organization();
    const viewer = await make.userWith([], { organizationId });
    const listed: Record<string, number[]> = {};
    for (const [list, permission] of Object.entries(RIGHTS)) {
      const zoe = await make.userWith([permission], { organizationId });
      const [ann, fieldSql] = [
        await make.userWith([permission], { organizationId }),
        await make.userWith([permission, 'console.access'], { organizationId }),
      ];
      await database.db.user.update({ where: { id: zoe.id }, data: { name: `Zoe ${list}` } });
      for (const { id } of [ann, fieldSql])
        await database.db.user.update({ where: { id }, data: { name: `Ann ${list}` } });
      // The same right twice, and roles of two organizations.
      await database.db.userRole.create({ data: { userId: zoe.id, roleId: ann.role.id } });
      const foreign = await make.userWith([permission], { organizationId: elsewhere.id });
      await database.db.userRole.create({ data: { userId: zoe.id, roleId: foreign.role.id } });
      const gone = await make.userWith([permission], { organizationId });
      await database.db.user.update({ where: { id: gone.id }, data: { disabledAt: NOW } });
      const robot = await make.userWith([permission], { organizationId });
      await database.db.user.update({ where: { id: robot.id }, data: { kind: 'system' } });
      await make.tag('team', list, { userId: zoe.id, organizationId });
      await make.tag('team', 'hidden', { userId: zoe.id, organizationId: elsewhere.id });
      listed[list] = [ann.id, fieldSql.id, zoe.id];
    }
    const lists = await answer<Lists>(LISTS, {}, await contextFor(database.db, viewer.id));
    for (const list of Object.keys(RIGHTS) as (keyof Lists)[]) {
      expect([list, lists[list].map(({ id }) => id)]).toEqual([list, listed[list]]);
      expect(lists[list][2]).toEqual({
        id: listed[list]?.[2],
        name: `Zoe ${list}`,
        profilePhotoUrl: `http://localhost:4000/avatars/${listed[list]?.[2]}.svg`,
        tags: [{ key: 'team', value: list }],
      });
    }
  });

  it('use the permissions that the settings name', async () => {
    const { id: organizationId } = await make.organization();
    const captain = await make.userWith(['captain'], { organizationId });
    const usual = await make.userWith(['transfers.drive'], { organizationId });
    const plain = await contextFor(database.db, usual.id);
    const renamed = {
      ...plain,
      settings: { ...plain.settings, permissions: { ...plain.settings.permissions, drive: 'captain' } },
    };
    const driversOf = async (context: typeof plain) =>
      (await answer<Lists>(LISTS, {}, context)).drivers.map(({ id }) => id);
    expect(await driversOf(plain)).toEqual([usual.id]);
    expect(await driversOf(renamed)).toEqual([captain.id]);
  });

  it('are empty for a user without a role', async () => {
    const stranger = await make.user();
    expect(await answer(LISTS, {}, await contextFor(database.db, stranger.id))).toEqual({
      contactPersons: [],
      drivers: [],
      issuers: [],
      tourGuides: [],
    });
  });
});

describe('the viewer', () => {
  it('lists its rights, whatever permission names the settings use', async () => {
    const { id } = await make.userWith(['tours.guide', 'captain', 'coffee']);
    const plain = await contextFor(database.db, id);
    const renamed = {
      ...plain,
      settings: { ...plain.settings, permissions: { ...plain.settings.permissions, drive: 'captain' } },
    };
    const rightsOf = async (context: typeof plain) =>
      (await answer<{ viewer: { rights: string[] } }>('{ viewer { rights } }', {}, context)).viewer.rights;
    expect(await rightsOf(plain)).toEqual(['guide']);
    expect(await rightsOf(renamed)).toEqual(['drive', 'guide']);
    const stranger = await contextFor(database.db, (await make.user()).id);
    expect(await rightsOf(stranger)).toEqual([]);
  });

  it('is the acting user, with roles, permissions and organizations', async () => {
    const [zebra, apple] = [
      await make.organization({ name: 'Zebra', currencyCode: 'USD', languages: ['de'] }),
      await make.organization({ name: 'Apple' }),
    ];
    const first = await make.role({
      organizationId: zebra.id,
      permissions: ['tours.guide', 'products.book'],
      description: 'Guides',
    });
    const second = await make.role({ organizationId: apple.id, permissions: [] });
    const third = await make.role({ organizationId: zebra.id });
    const user = await make.user({ roles: [third.id, second.id, first.id], emailVerifiedAt: NOW });
    await make.tag('level', 3, { roleId: first.id, organizationId: zebra.id });
    await make.tag('shift', 'late', { userId: user.id, organizationId: apple.id });
    await make.tag('hidden', 'x', { userId: user.id });
    expect(await answer(VIEWER, {}, await contextFor(database.db, user.id))).toEqual({
      viewer: {
        id: user.id,
        name: user.name,
        email: user.email,
        username: user.username,
        emailVerified: true,
        profilePhotoUrl: `http://localhost:4000/avatars/${user.id}.svg`,
        tags: [{ key: 'shift', value: 'late' }],
        roles: [
          {
            id: first.id,
            name: first.name,
            description: 'Guides',
            tags: [{ key: 'level', value: 3 }],
            permissions: [
              { name: 'products.book', description: 'May: products.book' },
              { name: 'tours.guide', description: 'May: tours.guide' },
            ],
          },
          { id: second.id, name: second.name, description: null, tags: [], permissions: [] },
          { id: third.id, name: third.name, description: null, tags: [], permissions: [] },
        ],
        organizations: [
          {
            id: apple.id,
            name: 'Apple',
            timeZone: 'Europe/Amsterdam',
            currency: { code: 'EUR', symbol: '€', name: 'Euro' },
            languages: [
              { code: 'en', name: 'English', isDefault: true },
              { code: 'nl', name: 'Nederlands', isDefault: false },
            ],
          },
          {
            id: zebra.id,
            name: 'Zebra',
            timeZone: 'Europe/Amsterdam',
            currency: { code: 'USD', symbol: '$', name: 'US dollar' },
            languages: [{ code: 'de', name: 'Deutsch', isDefault: true }],
          },
        ],
      },
    });
  });

  it('may have no verified address', async () => {
    const user = await make.user();
    expect(await answer(VIEWER, {}, await contextFor(database.db, user.id))).toMatchObject({
      viewer: { emailVerified: false, roles: [], organizations: [] },
    });
  });

  it('is null without authentication', async () => {
    expect(await refusal(VIEWER, {}, await contextFor(database.db, null))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('the language of the console', () => {
  const CHOSEN = '{ viewer { language } }';
  const CHOOSE = 'mutation ($language: String) { chooseLanguage(language: $language) { viewer { language } } }';

  it('is that which the viewer chose, and null again', async () => {
    const context = await contextFor(database.db, (await make.user()).id);
    expect(await answer(CHOSEN, {}, context)).toEqual({ viewer: { language: null } });
    for (const language of ['nl', null]) {
      await answer(CHOOSE, { language }, context);
      expect(await answer(CHOSEN, {}, context)).toEqual({ viewer: { language } });
    }
  });

  it.each(['NL', 'nld', '', "n'"])('is not %j', async (language) => {
    const context = await contextFor(database.db, (await make.user()).id);
    expect(await refusal(CHOOSE, { language }, context)).toMatchObject({ code: 'VALIDATION' });
  });
});
