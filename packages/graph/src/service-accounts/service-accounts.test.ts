import { authenticate } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { executeOperation } from '../execute.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, refusal, run } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const ACCOUNT = `fragment A on ServiceAccount {
  id: accountId name description organization { id: databaseId } owner { id: databaseId } scopes roles { id: databaseId } expiresAt addressRanges createdAt state
  lastUsedAt validTokens tokens { id: tokenId name expiresAt revokedAt isValid } refusal }`;
const CREATE = `mutation ($organizationId: SafeInt!, $input: ServiceAccountInput!) {
  made: createServiceAccount(organizationId: $organizationId, input: $input) { account { ...A } } } ${ACCOUNT}`;
const UPDATE = `mutation ($id: SafeInt!, $input: ServiceAccountInput!) { made: updateServiceAccount(id: $id, input: $input) { account { ...A } } } ${ACCOUNT}`;
const DISABLE = 'mutation ($id: SafeInt!) { disableServiceAccount(id: $id) { account { state } } }';
const ENABLE = 'mutation ($id: SafeInt!) { enableServiceAccount(id: $id) { account { state } } }';
const TOKEN = `mutation ($id: SafeInt!, $name: String!, $expiresAt: DateTime) {
  made: createServiceToken(id: $id, name: $name, expiresAt: $expiresAt) { handedOver { text token { id: tokenId name isValid } account { validTokens } } } }`;
const REVOKE =
  'mutation ($id: SafeInt!, $tokenId: SafeInt!) { revokeServiceToken(id: $id, tokenId: $tokenId) { account { validTokens } } }';
const LIST = '{ serviceAccounts { id: accountId name } }';
const ONE = `query ($id: SafeInt!) { serviceAccount(id: $id) { ...A } } ${ACCOUNT}`;

let database: TestDatabase;
let scene: StaffScene;
let number = 0;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

type Made = { made: { id: number; name: string; owner: { id: number } } };
const wanted = (more: object = {}) => ({
  name: `Tool ${++number}`,
  roleIds: [scene.people.staff.role.id],
  scopes: ['orders:read'],
  ...more,
});
const create = async (more: object = {}) =>
  (await answer<Made>(CREATE, { organizationId: scene.home, input: wanted(more) }, await scene.as('admin'))).made;
const token = async (id: number, more: object = {}) =>
  (
    await answer<{ made: { text: string; token: { id: number } } }>(
      TOKEN,
      { id, name: 'laptop', ...more },
      await scene.as('admin'),
    )
  ).made;
const opens = async (text: string) => (await authenticate(database.db, text, NOW, '192.0.2.7')) !== null;

describe('an administrator', () => {
  it('creates an account, without a secret in the audit log', async () => {
    const more = {
      description: ' Prints manifests ',
      scopes: ['orders:write', 'audit:read', 'orders:write'],
      expiresAt: '2027-01-01T00:00:00.000Z',
      addressRanges: ['192.0.2.7', '2001:DB8::/32'],
      ownerId: scene.people.staff.id,
    };
    const made = await create(more);
    expect(made).toEqual({
      id: made.id,
      name: `Tool ${number}`,
      description: 'Prints manifests',
      organization: { id: scene.home },
      owner: { id: scene.people.staff.id },
      scopes: ['audit:read', 'orders:write'],
      roles: [{ id: scene.people.staff.role.id }],
      expiresAt: more.expiresAt,
      addressRanges: ['192.0.2.7/32', '2001:db8::/32'],
      createdAt: NOW.toISOString(),
      state: 'active',
      lastUsedAt: null,
      validTokens: 0,
      tokens: [],
      refusal: null,
    });
    const { text } = await token(made.id);
    const audited = await scene.audited('service-account', made.id);
    expect(audited.map(({ action }) => action)).toEqual(['service-account.create', 'service-account.create-token']);
    expect(audited[0]).toMatchObject({
      actorId: scene.people.admin.id,
      organizationId: scene.home,
      after: { name: made.name, scopes: ['audit:read', 'orders:write'], roles: [scene.people.staff.role.name] },
    });
    expect(JSON.stringify(audited)).not.toContain(text.slice(-43));
  });

  it('is the owner unless another person is', async () => {
    expect((await create()).owner).toEqual({ id: scene.people.admin.id });
  });

  it('gives an account to another owner of the same name', async () => {
    const { id } = await create({ ownerId: scene.people.staff.id });
    const { name } = await database.db.user.findUniqueOrThrow({ where: { id: scene.people.staff.id } });
    const other = await scene.someone();
    await database.db.user.update({ where: { id: other.id }, data: { name } });
    const { made } = await answer<Made>(UPDATE, { id, input: { ownerId: other.id } }, await scene.as('admin'));
    expect(made.owner).toEqual({ id: other.id });
  });

  it('changes it: the log has the changed members alone', async () => {
    const { id } = await create();
    const change = { id, input: { scopes: ['people:read'], name: 'Renamed', description: null } };
    expect(await answer(UPDATE, change, await scene.as('admin'))).toMatchObject({
      made: { name: 'Renamed', scopes: ['people:read'], roles: [{ id: scene.people.staff.role.id }] },
    });
    expect((await scene.audited('service-account', id)).at(-1)).toMatchObject({
      action: 'service-account.update',
      before: { name: `Tool ${number}`, scopes: ['orders:read'] },
      after: { name: 'Renamed', scopes: ['people:read'] },
    });
  });

  it('disables and enables it', async () => {
    const { id } = await create();
    const { text } = await token(id);
    const admin = await scene.as('admin');
    expect(await answer(DISABLE, { id }, admin)).toEqual({ disableServiceAccount: { state: 'disabled' } });
    expect(await refusal(DISABLE, { id }, admin)).toMatchObject({ code: 'CONFLICT' });
    expect(await opens(text)).toBe(false);
    expect(await answer(ENABLE, { id }, admin)).toEqual({ enableServiceAccount: { state: 'active' } });
    expect(await opens(text)).toBe(true);
  });

  it('rotates tokens: the old one is valid until it is revoked', async () => {
    const { id } = await create();
    const old = await token(id);
    const next = await token(id, { name: 'laptop, new', expiresAt: '2026-07-01T00:00:00.000Z' });
    expect([await opens(old.text), await opens(next.text)]).toEqual([true, true]);
    const admin = await scene.as('admin');
    const revoke = { id, tokenId: old.token.id };
    expect(await answer(REVOKE, revoke, admin)).toEqual({ revokeServiceToken: { validTokens: 1 } });
    expect([await opens(old.text), await opens(next.text)]).toEqual([false, true]);
    expect(await refusal(REVOKE, revoke, admin)).toMatchObject({ code: 'CONFLICT' });
    const other = await create();
    expect(await refusal(REVOKE, { id: other.id, tokenId: next.token.id }, admin)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('creates at most five valid tokens', async () => {
    const { id } = await create();
    const made = [];
    for (let count = 0; count < 5; count++) made.push(await token(id));
    const admin = await scene.as('admin');
    const more = { id, name: 'one more' };
    expect(await refusal(TOKEN, more, admin)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('5'),
    });
    await answer(REVOKE, { id, tokenId: made[0]?.token.id }, admin);
    expect(await answer(TOKEN, more, admin)).toMatchObject({ made: { account: { validTokens: 5 } } });
  });

  it('reads a list with as many statements as one account, and the last use of all tokens', async () => {
    const { id } = await create({ name: 'Often used' });
    const [one, other] = [await token(id), await token(id)];
    for (const [{ token: used }, at] of [
      [one, '2026-05-31T10:00:00.000Z'],
      [other, '2026-05-30T10:00:00.000Z'],
    ] as const)
      await database.db.serviceToken.update({ where: { id: used.id }, data: { lastUsedAt: new Date(at) } });
    const admin = await scene.as('admin');
    const ALL = `{ serviceAccounts { ...A } } ${ACCOUNT}`;
    const count = async (text: string, variables: object) => {
      statements = [];
      const { data } = await executeOperation(parse(text), { ...variables }, admin);
      return { data, sent: statements.length };
    };
    const [single, list] = [await count(ONE, { id }), await count(ALL, {})];
    expect(single.data).toMatchObject({ serviceAccount: { lastUsedAt: '2026-05-31T10:00:00.000Z' } });
    expect(JSON.stringify(list.data).match(/lastUsedAt/g)?.length).toBeGreaterThan(3);
    expect(list.sent).toBe(single.sent);
  });

  it('sees why an account is refused', async () => {
    const { db } = database;
    const someone = await scene.someone();
    const { id } = await create({ ownerId: someone.id, expiresAt: '2026-07-01T00:00:00.000Z' });
    const state = async (now = NOW) =>
      (await answer<{ serviceAccount: { state: string } }>(ONE, { id }, { ...(await scene.as('admin')), now }))
        .serviceAccount.state;
    expect(await state(new Date('2026-07-01T00:00:00.000Z'))).toBe('expired');
    await db.user.update({ where: { id: someone.id }, data: { disabledAt: NOW } });
    expect(await state()).toBe('ownerDisabled');
    await db.user.update({ where: { id: someone.id }, data: { disabledAt: null } });
    expect(await state()).toBe('active');
    await db.userRole.deleteMany({ where: { userId: someone.id } });
    expect(await state()).toBe('ownerDisabled');
  });
});

describe('what is refused', () => {
  it.each<[object, (string | number)[]]>([
    [{ name: ' ' }, ['input', 'name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ scopes: ['orders:read', 'orders:delete'] }, ['input', 'scopes', 1]],
    [{ scopes: ['audit:write'] }, ['input', 'scopes', 0]],
    [{ scopes: [] }, ['input', 'scopes']],
    [{ scopes: null }, ['input', 'scopes']],
    [{ roleIds: [] }, ['input', 'roleIds']],
    [{ roleIds: [999_999] }, ['input', 'roleIds', 0]],
    [{ ownerId: 999_999 }, ['input', 'ownerId']],
    [{ expiresAt: NOW.toISOString() }, ['input', 'expiresAt']],
    [{ addressRanges: ['192.0.2.0/24', '192.0.2.7/24'] }, ['input', 'addressRanges', 1]],
    [{ addressRanges: Array.from({ length: 21 }, (_, nth) => `192.0.2.${nth}`) }, ['input', 'addressRanges']],
    [{ description: 'x'.repeat(1_001) }, ['description']],
  ])('%j, at its path', async (more, path) => {
    const variables = { organizationId: scene.home, input: wanted(more) };
    const refused = await refusal(CREATE, variables, await scene.as('admin'));
    expect(refused).toMatchObject({ code: 'VALIDATION', fields: [{ path }] });
  });

  it('a role, an owner or a service account of elsewhere', async () => {
    const admin = await scene.as('admin');
    // Without a role in the organization, the owner would make its tokens be refused.
    const owners = [scene.people.stranger, scene.people.guest].map(({ id }) => ({ ownerId: id }));
    for (const more of [{ roleIds: [scene.foreign.id] }, ...owners])
      expect(await refusal(CREATE, { organizationId: scene.home, input: wanted(more) }, admin)).toMatchObject({
        code: 'VALIDATION',
      });
    const tool = await create();
    const owned = wanted({ ownerId: tool.id });
    expect(await refusal(CREATE, { organizationId: scene.home, input: owned }, admin)).toMatchObject({
      fields: [{ path: ['input', 'ownerId'] }],
    });
    expect(await refusal(CREATE, { organizationId: scene.elsewhere, input: wanted() }, admin)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('a role with permissions that the administrator lacks, also by a token of an account that has it', async () => {
    const clerk = await scene.as('clerk');
    const input = wanted();
    expect(await refusal(CREATE, { organizationId: scene.home, input }, clerk)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('You may not give the role'),
    });
    const { id } = await create();
    const HOLDS = { code: 'FORBIDDEN', message: 'The service account holds permissions that you do not hold.' };
    expect(await refusal(TOKEN, { id, name: 'x' }, clerk)).toMatchObject(HOLDS);
    expect(await refusal(UPDATE, { id, input: { scopes: ['people:write'] } }, clerk)).toMatchObject(HOLDS);
    expect(await refusal(ENABLE, { id }, clerk)).toMatchObject(HOLDS);
    expect(await answer(ONE, { id }, clerk)).toMatchObject({ serviceAccount: { refusal: HOLDS.message } });
    // Whoever administers the organization may take access away.
    const leaked = await token(id);
    await answer(REVOKE, { id, tokenId: leaked.token.id }, clerk);
    await answer(DISABLE, { id }, clerk);
  });

  it.each(['staff', 'partner', 'outsider'] as const)('everything, to %s', async (who) => {
    const { id } = await create();
    const made = await token(id);
    const context = await scene.as(who);
    const expected = who === 'outsider' ? 'NOT_FOUND' : 'FORBIDDEN';
    expect(await answer(LIST, {}, context)).toEqual({ serviceAccounts: [] });
    expect(await refusal(ONE, { id }, context)).toMatchObject({ code: 'NOT_FOUND' });
    for (const [text, variables] of [
      [UPDATE, { id, input: {} }],
      [DISABLE, { id }],
      [TOKEN, { id, name: 'x' }],
      [REVOKE, { id, tokenId: made.token.id }],
    ] as const)
      expect(await refusal(text, variables, context)).toMatchObject({ code: expected });
    expect(await refusal(CREATE, { organizationId: scene.home, input: wanted() }, context)).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a service account', () => {
  /** The request of an account with the roles of an administrator. */
  const asAccount = async (scopes: string[]): Promise<Context> => {
    const made = await create({ roleIds: [scene.people.admin.role.id], scopes });
    return contextFor(database.db, made.id);
  };
  const EVERYTHING = ['audit:read', 'catalogue:write', 'orders:write', 'people:write', 'webhooks:write'];

  it('manages no service accounts, whatever its roles and scopes', async () => {
    const context = await asAccount(EVERYTHING);
    const { id } = await create();
    for (const [text, variables] of [
      [LIST, {}],
      [ONE, { id }],
      [CREATE, { organizationId: scene.home, input: wanted() }],
      [UPDATE, { id, input: { scopes: EVERYTHING } }],
      [TOKEN, { id: context.actor?.userId, name: 'x' }],
    ] as const)
      expect(await refusal(text, variables, context)).toMatchObject({ code: 'FORBIDDEN', scopes: [] });
  });

  it('manages people with the scope and the permission, and not with one of them', async () => {
    const RENAME =
      'mutation ($id: SafeInt!) { updateUser(id: $id, input: { name: "Another" }) { person { user { name } } } }';
    const { id } = await scene.someone();
    expect(await answer(RENAME, { id }, await asAccount(['people:write']))).toEqual({
      updateUser: { user: { name: 'Another' } },
    });
    expect(await refusal(RENAME, { id }, await asAccount(['people:read']))).toMatchObject({ code: 'FORBIDDEN' });
    const withoutPermission = await create({ scopes: ['people:write'] });
    expect(await refusal(RENAME, { id }, await contextFor(database.db, withoutPermission.id))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('sees as staff what its scopes allow, without access to the console', async () => {
    const role = await scene.make.role({ clientId: null, permissions: ['orders.view-all'] });
    await database.db.userRole.create({ data: { userId: scene.people.admin.id, roleId: role.id } });
    const { id } = await create({ roleIds: [role.id], scopes: ['people:read'] });
    const context = await contextFor(database.db, id);
    const { people } = await answer<{ people: unknown[] }>('{ people { user { id: databaseId } } }', {}, context);
    expect(people.length).toBeGreaterThan(3);
    expect(await answer('{ viewer { name scopes } }', {}, context)).toEqual({
      viewer: { name: `Tool ${number}`, scopes: ['people:read'] },
    });
    // A person with the same role is no staff.
    const person = await scene.make.user();
    await database.db.userRole.create({ data: { userId: person.id, roleId: role.id } });
    expect(
      await answer('{ people { user { id: databaseId } } }', {}, await contextFor(database.db, person.id)),
    ).toEqual({
      people: [],
    });
  });

  it('is in no list of users', async () => {
    const everyRight = [
      'products.book',
      'transfers.drive',
      'tours.guide',
      'orders.contact',
      'console.access',
      'orders.view-all',
    ];
    const role = await scene.make.role({ clientId: null, permissions: everyRight });
    await database.db.userRole.create({ data: { userId: scene.people.admin.id, roleId: role.id } });
    const person = await scene.make.user({ name: 'Zzperson' });
    await database.db.userRole.create({ data: { userId: person.id, roleId: role.id } });
    const { id } = await create({ roleIds: [role.id], name: 'Zztool' });
    const order = await scene.make.order({ organizationId: scene.home });
    const admin = await scene.as('admin');
    const variables = { home: scene.home, order: order.id };
    for (const field of [
      'drivers { id: databaseId }',
      'tourGuides { id: databaseId }',
      'contactPersons { id: databaseId }',
      'issuers { id: databaseId }',
      'people(perPage: 100) { user { id: databaseId } }',
      'webhookOwners(organizationId: $home) { id: databaseId }',
      'noteReaders(orderId: $order) { id: databaseId }',
      'lookup(text: "Zz") { people { id: databaseId } }',
    ]) {
      const head = `query (${['home', 'order'].filter((name) => field.includes(`$${name}`)).map((name) => `$${name}: SafeInt!`)})`;
      const { data, errors } = await run<object>(`${head.replace('()', '')} { ${field} }`, variables, admin);
      expect([field, errors]).toEqual([field, []]);
      const ids = [...JSON.stringify(data).matchAll(/"id":(\d+)/g)].map(([, found]) => Number(found));
      expect([field, ids.includes(person.id), ids.includes(id)]).toEqual([field, true, false]);
    }
    const PERSON = 'query ($id: SafeInt!) { person(id: $id) { user { id: databaseId } } }';
    expect(await refusal(PERSON, { id }, admin)).toMatchObject({ code: 'NOT_FOUND' });
    for (const change of ['disableUser', 'resetPassword'])
      expect(
        await refusal(`mutation ($id: SafeInt!) { ${change}(id: $id) { __typename } }`, { id }, admin),
      ).toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});
