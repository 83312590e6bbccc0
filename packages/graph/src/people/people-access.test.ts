import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

let database: TestDatabase;
let scene: StaffScene;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const ACTORS = ['admin', 'clerk', 'staff', 'partner', 'outsider'] as const;

/** The code of a refusal, `empty` where nothing is found, or `ok`. */
async function outcome(who: (typeof ACTORS)[number], document: string, variables: object): Promise<string> {
  const { data, errors } = await run<Record<string, unknown>>(document, { ...variables }, await scene.as(who));
  if (errors[0]) return errors[0].code;
  const [value] = Object.values(data ?? {});
  return Array.isArray(value) && value.length === 0 ? 'empty' : 'ok';
}

type Row = [name: string, document: string, variables: () => object | Promise<object>, expected: string[]];

const id = '$id: SafeInt!';
/** A new user with a role that any administrator may give. */
async function newPerson(permissions: string[] = ['transfers.drive']) {
  const user = await scene.make.userWith(permissions, { clientId: null });
  return { id: user.id, roleId: user.role.id };
}
const aDriver = () => newPerson();
const aChief = () => newPerson(['orders.view-all']);
const input = () => ({ name: 'N', email: `n${++number}@example.com`, username: `n${number}`, roleIds: [driverRole()] });
/** Booking is a job permission, but the role shows the orders that were sold through it. */
const aSellingRole = async () =>
  (await scene.make.role({ permissions: ['products.book'], clientId: scene.client.id })).id;
const driverRole = () => scene.people.driver.role.id;
const chiefRole = () => scene.people.admin.role.id;

/** In the order of ACTORS. */
const TABLE: Row[] = [
  ['list people', '{ people { user { id: databaseId } } }', () => ({}), ['ok', 'ok', 'ok', 'empty', 'ok']],
  [
    'see a person',
    `query (${id}) { person(id: $id) { user { id: databaseId } } }`,
    () => ({ id: scene.people.driver.id }),
    ['ok', 'ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'],
  ],
  ['list roles', '{ staffRoles { role { id: databaseId } } }', () => ({}), ['ok', 'ok', 'ok', 'empty', 'ok']],
  [
    'see a role',
    `query (${id}) { staffRole(id: $id) { role { id: databaseId } } }`,
    () => ({ id: driverRole() }),
    ['ok', 'ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'],
  ],
  [
    'list permissions',
    `query (${id}) { permissions(organizationId: $id) { mayGive } }`,
    () => ({ id: scene.home }),
    ['ok', 'ok', 'empty', 'empty', 'empty'],
  ],
  [
    'list clients',
    `query (${id}) { roleClients(organizationId: $id) { id: databaseId } }`,
    () => ({ id: scene.home }),
    ['ok', 'ok', 'empty', 'empty', 'empty'],
  ],
  [
    'invite with a job permission',
    'mutation ($input: InvitedPerson!) { inviteUser(input: $input) { link { url } } }',
    () => ({ input: input() }),
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'VALIDATION'],
  ],
  [
    'invite with other permissions',
    'mutation ($input: InvitedPerson!) { inviteUser(input: $input) { link { url } } }',
    () => ({ input: { ...input(), roleIds: [chiefRole()] } }),
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'VALIDATION'],
  ],
  [
    'rename',
    `mutation (${id}) { updateUser(id: $id, input: { name: "New" }) { person { isDisabled } } }`,
    aDriver,
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'switch off',
    `mutation (${id}) { disableUser(id: $id) { person { isDisabled } } }`,
    aDriver,
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'disable a user with more permissions',
    `mutation (${id}) { disableUser(id: $id) { person { isDisabled } } }`,
    aChief,
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'switch on',
    `mutation (${id}) { enableUser(id: $id) { person { isDisabled } } }`,
    async () => {
      const user = await aDriver();
      await database.db.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
      return user;
    },
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'reset a password',
    `mutation (${id}) { resetPassword(id: $id) { link { url } } }`,
    aDriver,
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'reset the password of a user with more permissions',
    `mutation (${id}) { resetPassword(id: $id) { link { url } } }`,
    aChief,
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'give a job',
    `mutation (${id}, $add: [SafeInt!]!) { changeUserRoles(id: $id, add: $add) { person { isDisabled } } }`,
    async () => ({ ...(await aChief()), add: [driverRole()] }),
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'give powers',
    `mutation (${id}, $add: [SafeInt!]!) { changeUserRoles(id: $id, add: $add) { person { isDisabled } } }`,
    async () => ({ ...(await aDriver()), add: [chiefRole()] }),
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'give a role that shows the orders of a partner',
    `mutation (${id}, $add: [SafeInt!]!) { changeUserRoles(id: $id, add: $add) { person { isDisabled } } }`,
    async () => ({ ...(await aDriver()), add: [await aSellingRole()] }),
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'remove a role',
    `mutation (${id}, $add: [SafeInt!]!, $roleId: SafeInt!) { changeUserRoles(id: $id, add: $add, remove: [$roleId]) { person { isDisabled } } }`,
    async () => ({ ...(await aChief()), add: [driverRole()] }),
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'create a role with a job permission',
    'mutation ($name: String!, $org: SafeInt!) { createRole(organizationId: $org, input: { name: $name, permissions: ["transfers.drive"] }) { role { members } } }',
    () => ({ name: `Job ${++number}`, org: scene.home }),
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  ],
  [
    'create a role with other permissions',
    'mutation ($name: String!, $org: SafeInt!) { createRole(organizationId: $org, input: { name: $name, permissions: ["orders.view-all"] }) { role { members } } }',
    () => ({ name: `Power ${++number}`, org: scene.home }),
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  ],
  [
    'rename a role',
    `mutation ($roleId: SafeInt!, $name: String!) { updateRole(id: $roleId, input: { name: $name }) { role { members } } }`,
    async () => ({ ...(await aDriver()), name: `Renamed ${++number}` }),
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'give a role another permission',
    `mutation ($roleId: SafeInt!) { updateRole(id: $roleId, input: { permissions: ["orders.view-all", "transfers.drive"] }) { role { members } } }`,
    aDriver,
    ['ok', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [
    'delete a role',
    'mutation ($id: SafeInt!) { deleteRole(id: $id) { isDeleted } }',
    async () => ({ id: (await scene.make.role({ clientId: null })).id }),
    ['ok', 'ok', 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  ],
];

describe('access to people and roles', () => {
  it.each(TABLE)('%s', async (_name, document, variables, expected) => {
    for (const [index, who] of ACTORS.entries()) {
      const given: Record<string, unknown> = { ...(await variables()) };
      const named = Object.fromEntries(Object.entries(given).filter(([name]) => document.includes(`$${name}:`)));
      expect([who, await outcome(who, document, named)]).toEqual([who, expected[index]]);
    }
  });

  it('requires authentication', async () => {
    const context = { ...(await scene.as('admin')), actor: null };
    for (const [, document, variables] of TABLE) {
      const given: Record<string, unknown> = { ...(await variables()) };
      const named = Object.fromEntries(Object.entries(given).filter(([name]) => document.includes(`$${name}:`)));
      expect((await run(document, named, context)).errors.map(({ code }) => code)).toEqual(['UNAUTHENTICATED']);
    }
  });
});
