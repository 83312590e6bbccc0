import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { type GraphQLNamedType, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { SETTINGS } from '../testing/context.ts';
import { answer, inPayload, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { businessMutations, type VersionedMutation } from '../testing/versioned-business.ts';

/* Changes that expect a version of what they change. */

let database: TestDatabase;
let scene: StaffScene;
let orderId: number;
let productId: number;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  const { partner, people } = { ...scene.people, people: scene.people };
  ({ id: orderId } = await scene.make.order({ roleId: partner.role.id, issuerId: people.partner.id }));
  ({ id: productId } = await scene.make.product({ organizationId: scene.home }));
});
afterAll(() => database.drop());

let made = 0;
const fresh = () => `Thing ${++made}`;

const newRole = async () => (await scene.make.role({ organizationId: scene.home, name: fresh() })).id;
const newUser = async () => {
  const { id } = await scene.make.user();
  await database.db.userRole.create({ data: { userId: id, roleId: await newRole() } });
  return id;
};
const linkedUser = async () => {
  const userId = await newUser();
  const data = { issuer: 'https://id.example', subject: `subject-${userId}`, userId, linkedAt: new Date(0) };
  await database.db.openIdLink.create({ data });
  return userId;
};
const newView = async () =>
  (
    await answer<{ made: { id: number } }>(
      'mutation ($input: SavedViewInput!) { made: createSavedView(page: "orders", input: $input) { view { id: databaseId } } }',
      { input: { name: fresh(), query: '' } },
      await scene.as('admin'),
    )
  ).made.id;
const newNote = async () =>
  (
    await answer<{ made: { id: number } }>(
      'mutation ($id: SafeInt!) { made: addOrderNote(orderId: $id, input: { text: "A note" }) { note { id: databaseId } } }',
      { id: orderId },
      await scene.as('admin'),
    )
  ).made.id;
const newEndpoint = async () =>
  (
    await answer<{ made: { endpoint: { id: number } } }>(
      'mutation ($input: WebhookEndpointInput!) { made: createWebhookEndpoint(input: $input) { handedOver { endpoint { id: databaseId } } } }',
      { input: { url: `https://93.184.215.14/${++made}` } },
      await scene.as('admin'),
    )
  ).made.endpoint.id;
const newAbsence = async () => {
  const [startsAtLocal, endsAtLocal] = [new Date('2026-07-01T08:00Z'), new Date('2026-07-01T12:00Z')];
  const data = { organizationId: scene.home, userId: scene.people.driver.id, startsAtLocal, endsAtLocal };
  return (await database.db.absence.create({ data })).id;
};
const disabled = async (table: string, id: number) => {
  const reason = table === 'user' ? '' : ", disabled_reason = 'Off.'";
  await database.db.$executeRawUnsafe(`UPDATE "${table}" SET disabled_at = now()${reason} WHERE id = ${id}`);
  return id;
};

const BUSINESS = businessMutations(() => ({ db: database.db, scene }));

/** Every mutation that takes `expectedVersion`. */
const ROWS: Record<string, VersionedMutation> = {
  ...BUSINESS,
  updateSavedView: {
    table: 'saved_view',
    make: newView,
    args: 'id: $id, input: { isShared: true }',
    selection: '{ version }',
  },
  deleteSavedView: { table: 'saved_view', make: newView, args: 'id: $id' },
  changeOrderNote: {
    table: 'order_note',
    make: newNote,
    args: 'id: $id, input: { isPinned: true }',
    selection: '{ version }',
  },
  deleteOrderNote: { table: 'order_note', make: newNote, args: 'id: $id' },
  changeAbsence: {
    table: 'absence',
    make: newAbsence,
    args: 'id: $id, input: { from: "2026-07-02T08:00:00", until: "2026-07-02T09:00:00" }',
    selection: '{ absences { version } }',
  },
  deleteAbsence: { table: 'absence', make: newAbsence, args: 'id: $id', selection: '{ personId }' },
  changeDispatchRules: {
    table: 'organization',
    make: async () => scene.home,
    args: 'organizationId: $id, input: { travelTimes: [] }',
    selection: '{ version }',
  },
  changeProductTimes: {
    table: 'product',
    make: async () => productId,
    args: 'productId: $id, input: { guideMinutes: 90 }',
    selection: '{ version }',
  },
  updateRole: {
    table: 'role',
    make: newRole,
    args: 'id: $id, input: { permissions: ["console.access"] }',
    selection: '{ version }',
  },
  deleteRole: { table: 'role', make: newRole, args: 'id: $id' },
  updateUser: { table: 'user', make: newUser, args: 'id: $id, input: { name: "Ada" }', selection: '{ version }' },
  disableUser: { table: 'user', make: newUser, args: 'id: $id', selection: '{ version }' },
  enableUser: {
    table: 'user',
    make: async () => disabled('user', await newUser()),
    args: 'id: $id',
    selection: '{ version }',
  },
  resetPassword: { table: 'user', make: newUser, args: 'id: $id', selection: '{ person { version } }' },
  resetPasswordByMail: { table: 'user', make: newUser, args: 'id: $id', selection: '{ version }' },
  unlinkOpenId: { table: 'user', make: linkedUser, args: 'id: $id', selection: '{ version }' },
  changeUserRoles: { table: 'user', make: newUser, args: 'id: $id, add: [$other]', selection: '{ version }' },
  updateWebhookEndpoint: {
    table: 'webhook_endpoint',
    make: newEndpoint,
    args: 'id: $id, input: { description: "Mine" }',
    selection: '{ version }',
  },
  disableWebhookEndpoint: { table: 'webhook_endpoint', make: newEndpoint, args: 'id: $id', selection: '{ version }' },
  enableWebhookEndpoint: {
    table: 'webhook_endpoint',
    make: async () => disabled('webhook_endpoint', await newEndpoint()),
    args: 'id: $id',
    selection: '{ version }',
  },
  deleteWebhookEndpoint: { table: 'webhook_endpoint', make: newEndpoint, args: 'id: $id' },
  rotateWebhookSecret: {
    table: 'webhook_endpoint',
    make: newEndpoint,
    args: 'id: $id',
    selection: '{ endpoint { version } }',
  },
};

/** Changes that keep the version of the row: they write other tables, or columns that are no content. */
const KEEPS = ['resetPassword', 'resetPasswordByMail', 'unlinkOpenId'];

const versionOf = async (table: string, id: number) => {
  const [row] = await database.db.$queryRawUnsafe<{ version: number }[]>(
    `SELECT version FROM "${table}" WHERE id = ${id}`,
  );
  return row?.version;
};

describe.each(Object.entries(ROWS))('%s', (name, { table, make, args, selection = '' }) => {
  const isRole = args.includes('$other');
  const text = `mutation ($id: SafeInt!, $version: Int${isRole ? ', $other: SafeInt!' : ''}) {
    changed: ${name}(${args}, expectedVersion: $version) ${inPayload(name, selection)} }`;

  it('is refused for another version, and made for the present one', async () => {
    const id = await make();
    const admin = await scene.as('admin', { settings: { ...SETTINGS, demoMailbox: true } });
    const version = (await versionOf(table, id)) ?? 0;
    const variables = { id, ...(isRole ? { other: await newRole() } : {}) };
    const audited = await database.db.auditEntry.count();
    for (const other of [version + 1, version - 1]) {
      const refused = await refusal(text, { ...variables, version: other }, admin);
      expect(refused).toMatchObject({ code: 'PRECONDITION_FAILED', version });
    }
    expect([await versionOf(table, id), await database.db.auditEntry.count()]).toEqual([version, audited]);
    await answer(text, { ...variables, version }, admin);
    const after = await versionOf(table, id);
    expect(after ?? version + 1).toBe(KEEPS.includes(name) ? version : version + 1);
    expect(await database.db.auditEntry.count()).toBe(audited + 1);
  });
});

describe.each(Object.entries(BUSINESS).filter(([name]) => name.startsWith('update')))(
  '%s',
  (name, { table, make, args }) => {
    it('keeps the version and the audit log where it changes nothing', async () => {
      const id = await make();
      const admin = await scene.as('admin');
      const text = `mutation ($id: SafeInt!) { changed: ${name}(${args}) ${inPayload(name, '{ version }')} }`;
      const { changed } = await answer<{ changed: { version: number } }>(text, { id }, admin);
      const audited = await database.db.auditEntry.count();
      expect(await answer(text, { id }, admin)).toEqual({ changed });
      expect([await versionOf(table, id), await database.db.auditEntry.count()]).toEqual([changed.version, audited]);
    });
  },
);

it.each([
  ['updateClient', 'memberIds: [$other]', async () => scene.people.staff.id],
  ['updateOrganization', 'languages: ["en"]', undefined],
  ['updateProduct', 'categoryIds: [$other]', async () => (await scene.make.category()).id],
  ['updateRate', 'penalties: []', undefined],
  ['updateServiceAccount', 'roleIds: [$other]', async () => scene.people.clerk.role.id],
  [
    'updateServiceLevel',
    'priceCategories: [{ title: "All", isDefault: true, minimum: 0, maximum: 9, ageMin: 0, ageMax: 99 }]',
    undefined,
  ],
  ['updateSupplier', 'permissions: ["tours.guide"]', undefined],
])('%s raises the version where only its parts in other tables change', async (name, input, other) => {
  const row = BUSINESS[name];
  const id = (await row?.make()) ?? 0;
  if (name === 'updateServiceLevel') await database.db.rate.deleteMany({ where: { serviceLevelId: id } });
  const before = (await versionOf(row?.table ?? '', id)) ?? 0;
  const text = `mutation ($id: SafeInt!${other ? ', $other: SafeInt!' : ''}) { changed: ${name}(id: $id, input: { ${input} }) ${inPayload(name, '{ version }')} }`;
  const variables = { id, ...(other ? { other: await other() } : {}) };
  expect(await answer(text, variables, await scene.as('admin'))).toEqual({ changed: { version: before + 1 } });
});

it('bookings are no change of a departure, its places are one', async () => {
  const sold = await scene.make.offer([]);
  const { id } = sold.departure;
  const { partner } = scene.people;
  const order = await scene.make.order({ roleId: partner.role.id, issuerId: partner.id });
  await scene.make.book(order, sold, [], { quantity: 2, placesHeld: 2 });
  expect(await versionOf('availability', id)).toBe(1);
  await database.db.availability.update({ where: { id }, data: { capacity: 30 } });
  expect(await versionOf('availability', id)).toBe(2);
});

it('of two concurrent changes that expect the same version, one is made', async () => {
  const id = await newView();
  const admin = await scene.as('admin');
  const text = `mutation ($id: SafeInt!, $query: String) {
    updateSavedView(id: $id, input: { query: $query }, expectedVersion: 1) { view { version } } }`;
  const change = (query: string) =>
    answer(text, { id, query }, admin).then(
      () => 'made',
      () => 'refused',
    );
  expect((await Promise.all(['a=1', 'a=2', 'a=3'].map(change))).sort()).toEqual(['made', 'refused', 'refused']);
  expect(await versionOf('saved_view', id)).toBe(2);
});

it('without an expected version, a change is made whatever the version is', async () => {
  const id = await newView();
  const text = 'mutation ($id: SafeInt!) { updateSavedView(id: $id, input: { isShared: true }) { view { version } } }';
  for (const version of [2, 3])
    expect(await answer(text, { id }, await scene.as('admin'))).toEqual({ updateSavedView: { version } });
});

it('the version of what the caller may not see is not shown', async () => {
  const id = await newRole();
  const text =
    'mutation ($id: SafeInt!) { updateRole(id: $id, input: { name: "Mine" }, expectedVersion: 99) { role { version } } }';
  const refused = await refusal(text, { id }, await scene.as('partner'));
  expect(refused.code).not.toBe('PRECONDITION_FAILED');
  expect(refused.version).toBeUndefined();
});

it('results of deliveries and a new password are no change', async () => {
  const [endpoint, user] = [await newEndpoint(), await newUser()];
  const before = [await versionOf('webhook_endpoint', endpoint), await versionOf('user', user)];
  await database.db.webhookEndpoint.update({ where: { id: endpoint }, data: { lastSuccessAt: new Date(0) } });
  await database.db.user.update({ where: { id: user }, data: { passwordHash: 'x' } });
  expect([await versionOf('webhook_endpoint', endpoint), await versionOf('user', user)]).toEqual(before);
});

/** Mutations that name an existing thing without expecting a version, by the reason. */
const WITHOUT: Record<string, string> = {
  addAbsence: 'it makes a new one',
  addPicture: 'it makes a new one',
  addOrderNote: 'it makes a new one, and the order keeps its version',
  bookOrder: 'it makes a new one',
  cancelBatch: 'a batch that has ended is refused',
  createClient: 'it makes a new one',
  createCrewCalendar: 'it makes a new one',
  createCrewLink: 'it makes a new one',
  createDeparture: 'it makes a new one',
  createPoint: 'it makes a new one',
  createProduct: 'it makes a new one',
  createRate: 'it makes a new one',
  createRole: 'it makes a new one',
  createSavedView: 'it makes a new one',
  createSchedule: 'it makes a new one',
  createServiceAccount: 'it makes a new one',
  createServiceLevel: 'it makes a new one',
  createServiceToken: 'it makes a new one',
  createSupplier: 'it makes a new one',
  createWebhookEndpoint: 'it makes a new one',
  endCrewAccess: 'it ends whatever there is',
  erasePersonalData: 'it erases whatever there is',
  eraseWebhookBodies: 'it deletes whatever there is',
  exportPersonalData: 'it changes nothing',
  readOrderNotes: 'it marks the notes of the viewer',
  redeliverWebhook: 'it makes a new delivery',
  refreshTokens: 'a token is exchanged once',
  renewHold: 'it sets a time, whatever else of the order changed',
  retryBatch: 'a batch that is running is refused, and its orders have their versions in the plan',
  revokeServiceToken: 'a token that is revoked is refused',
  revokeTokens: 'it ends whatever there is',
  runBatch: 'a batch runs once, and its orders have their versions in the plan',
  sendCrewLink: 'it makes a new one',
  setWorkingHours: 'the hours have no row of their own and are replaced as a whole',
  signWebhookDelivery: 'it changes nothing',
  testWebhookEndpoint: 'it makes a new delivery',
  undoBatch: 'it makes a new batch, and orders that were changed since are skipped',
  undoTagChange: 'tags that were changed since are kept',
};

/** An argument that names one existing thing. */
const NAMES_ONE = /^(id|reference|\w+Id)$/;

it('every mutation that names one existing thing expects a version, or has a reason', () => {
  const naming = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
    ({ args }) =>
      args.some(({ name }) => NAMES_ONE.test(name)) &&
      !args.some(({ name }) => /^(versions?|expectedVersion)$/.test(name)),
  );
  expect(naming.map(({ name }) => name).sort()).toEqual(Object.keys(WITHOUT).sort());
  const expecting = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) =>
    args.some(({ name }) => name === 'expectedVersion'),
  );
  expect(expecting.map(({ name }) => name).sort()).toEqual(Object.keys(ROWS).sort());
});

it('every item of a batch that names an existing thing expects a version', () => {
  const items = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args }) =>
    args.filter((arg) => arg.name === 'items').map((arg) => ({ name, type: getNamedType(arg.type) })),
  );
  const membersOf = (type: GraphQLNamedType) => (isInputObjectType(type) ? Object.keys(type.getFields()) : []);
  const naming = items.filter(({ type }) => membersOf(type).some((member) => ['id', 'orderId'].includes(member)));
  expect(naming.map(({ name }) => name).sort()).toEqual(['changeOrders', 'updateDepartures', 'updateRates']);
  expect(naming.filter(({ type }) => !membersOf(type).includes('expectedVersion'))).toEqual([]);
});
