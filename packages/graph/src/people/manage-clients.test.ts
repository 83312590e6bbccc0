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

type Made = { client: { id: number; name: string }; members: { id: number }[] };
const create = (input: object) => act<Made>('createClient', { organizationId: scene.home, input }, admin);

describe('a client', () => {
  it('is created, changed and deleted, each with an audit entry', async () => {
    const made = await create({ name: 'Hotel Astoria', memberIds: [scene.people.driver.id] });
    const { id } = made.client;
    expect(made).toEqual({
      client: { id, name: 'Hotel Astoria', description: null },
      members: [{ id: scene.people.driver.id }],
    });
    const input = { description: 'By the river', memberIds: [] };
    expect(await act('updateClient', { id, input }, admin)).toEqual({
      client: { id, name: 'Hotel Astoria', description: 'By the river' },
      members: [],
    });
    await act('updateClient', { id, input }, admin);
    expect(await act('deleteClient', { id }, admin)).toBe(true);
    const by = { actorId: scene.people.admin.id, organizationId: scene.home };
    const memberIds = [scene.people.driver.id];
    expect(await scene.audited('client', id)).toEqual([
      { ...by, action: 'client.create', before: null, after: { name: 'Hotel Astoria', description: null, memberIds } },
      {
        ...by,
        action: 'client.update',
        before: { description: null, memberIds },
        after: { description: 'By the river', memberIds: [] },
      },
      {
        ...by,
        action: 'client.delete',
        before: { name: 'Hotel Astoria', description: 'By the river', memberIds: [] },
        after: null,
      },
    ]);
  });

  it('has a name of its own, and members whom the actor administers', async () => {
    await create({ name: 'Twice' });
    const paths = (input: object) => refusedPaths('createClient', { organizationId: scene.home, input }, admin);
    expect(await paths({ name: 'Twice' })).toEqual(['name']);
    expect(await paths({ description: 'Nameless' })).toEqual(['name']);
    expect(await paths({ name: ' ' })).toEqual(['name']);
    const { driver, stranger } = scene.people;
    expect(await paths({ name: 'Other', memberIds: [driver.id, stranger.id] })).toEqual(['memberIds.1']);
    expect(await database.db.client.count({ where: { name: 'Other' } })).toBe(0);
  });

  it('shows its orders only by somebody who sees them', async () => {
    const { id } = (await create({ name: 'Discreet' })).client;
    const give = { id, input: { memberIds: [scene.people.driver.id] } };
    expect((await refused('updateClient', give, await scene.as('clerk'))).code).toBe('FORBIDDEN');
    await act('updateClient', { id, input: { name: 'Discreet & Co' } }, await scene.as('clerk'));
  });

  it('leaves nobody without a role or a client', async () => {
    const guest = await scene.make.user({ clients: [scene.client.id] });
    const { id } = (await create({ name: 'Second home', memberIds: [guest.id] })).client;
    await act('updateClient', { id: scene.client.id, input: { memberIds: [scene.people.guest.id] } }, admin);
    expect(await refusedPaths('updateClient', { id, input: { memberIds: [] } }, admin)).toEqual(['memberIds']);
    expect((await refused('deleteClient', { id }, admin)).fields?.map(({ path }) => path)).toEqual([['id']]);
  });

  it('is not deleted while orders or roles refer to it', async () => {
    const order = await scene.make.order({ offer: null });
    expect((await refused('deleteClient', { id: order.clientId }, admin)).code).toBe('CONFLICT');
    const role = await scene.make.role();
    expect((await refused('deleteClient', { id: role.clientId }, admin)).code).toBe('CONFLICT');
    expect((await database.db.role.findUniqueOrThrow({ where: { id: role.id } })).clientId).toBe(role.clientId);
  });
});
