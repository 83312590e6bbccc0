import { type TestDatabase, testDatabase, waitingForLocks } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, refusal, run } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const CREATE = /* GraphQL */ `
  mutation ($organizationId: SafeInt!, $clientId: SafeInt, $input: RoleInput!) {
    createRole(organizationId: $organizationId, clientId: $clientId, input: $input) {
      role {
        role { id: databaseId name description permissions { name } }
        client { id: databaseId }
        members
        mayGive
      }
    }
  }
`;
const UPDATE = /* GraphQL */ `
  mutation ($id: SafeInt!, $input: RoleInput!) {
    updateRole(id: $id, input: $input) { role { role { name description permissions { name } } mayGive } }
  }
`;

let database: TestDatabase;
let scene: StaffScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const named = (...names: string[]) => names.map((name) => ({ name }));

describe('a new role', () => {
  it('belongs to its organization, with its permissions', async () => {
    const input = {
      name: ' Night drivers ',
      description: '',
      permissions: ['transfers.drive', 'console.access', 'transfers.drive'],
    };
    const made = await answer<{ createRole: { role: { id: number } } }>(
      CREATE,
      { organizationId: scene.home, clientId: scene.client.id, input },
      await scene.as('admin'),
    );
    const permissions = ['console.access', 'transfers.drive'];
    expect(made).toEqual({
      createRole: {
        role: { id: expect.any(Number), name: 'Night drivers', description: null, permissions: named(...permissions) },
        client: { id: scene.client.id },
        members: 0,
        mayGive: true,
      },
    });
    const { id } = made.createRole.role;
    const after = { name: 'Night drivers', description: null, clientId: scene.client.id, permissions };
    const line = {
      action: 'role.create',
      actorId: scene.people.admin.id,
      organizationId: scene.home,
      before: null,
      after,
    };
    expect(await scene.audited('role', id)).toEqual([line]);
  });

  it.each<[string, object, (string | number)[][]]>([
    ['has a name', {}, [['input', 'name']]],
    ['must not have a blank name', { name: ' ' }, [['input', 'name']]],
    ['must not have a too long name', { name: 'x'.repeat(101) }, [['input', 'name']]],
    [
      'must have existing permissions',
      { name: 'Fine', permissions: ['transfers.drive', 'no.such'] },
      [['input', 'permissions', 1]],
    ],
    [
      'must have permissions that can be stored',
      { name: 'Fine', permissions: ['\u0000'] },
      [['input', 'permissions', 0]],
    ],
  ])('%s', async (_, input, paths) => {
    const { fields } = await refusal(CREATE, { organizationId: scene.home, input }, await scene.as('admin'));
    expect(fields?.map(({ path }) => path)).toEqual(paths);
  });

  it('has a unique name in its organization, and sells only for its clients', async () => {
    const context = await scene.as('admin');
    const create = (more: object) => refusal(CREATE, { organizationId: scene.home, ...more }, context);
    const { driver, stranger } = scene.people;
    expect((await create({ input: { name: driver.role.name } })).fields?.map(({ path }) => path)).toEqual([
      ['input', 'name'],
    ]);
    const foreign = await scene.make.client({ organizationId: scene.elsewhere });
    const input = { name: stranger.role.name };
    expect((await create({ clientId: foreign.id, input })).fields?.map(({ path }) => path)).toEqual([['clientId']]);
    await answer(CREATE, { organizationId: scene.home, input }, context);
  });
});

describe('a change of a role', () => {
  const roleOf = async (permissions: string[]) => (await scene.make.role({ permissions, clientId: null })).id;

  it('logs the changed members before and after', async () => {
    const id = await roleOf(['transfers.drive', 'tours.guide']);
    const { name } = await database.db.role.findUniqueOrThrow({ where: { id } });
    const input = {
      name: `${name} anew`,
      description: 'Who drives',
      permissions: ['transfers.drive', 'products.book'],
    };
    expect(await answer(UPDATE, { id, input }, await scene.as('admin'))).toEqual({
      updateRole: {
        role: { name: input.name, description: 'Who drives', permissions: named('products.book', 'transfers.drive') },
        mayGive: true,
      },
    });
    await answer(UPDATE, { id, input }, await scene.as('admin'));
    expect(await scene.audited('role', id)).toMatchObject([
      {
        action: 'role.update',
        before: { name, description: null, permissions: ['tours.guide', 'transfers.drive'] },
        after: { ...input, permissions: ['products.book', 'transfers.drive'] },
      },
    ]);
  });

  it('applies from the next request of its holders on', async () => {
    const order = await scene.make.order({ offer: null });
    const sees = async () =>
      (
        await run(
          'query ($id: String!) { order(reference: $id) { id: databaseId } }',
          { id: String(order.id) },
          await scene.as('driver'),
        )
      ).errors.length === 0;
    const { id } = scene.people.driver.role;
    const change = async (permissions: string[]) =>
      answer(UPDATE, { id, input: { permissions } }, await scene.as('admin'));
    expect(await sees()).toBe(false);
    await change(['transfers.drive', 'orders.view-all']);
    expect(await sees()).toBe(true);
    await change(['transfers.drive']);
    expect(await sees()).toBe(false);
  });

  it('never gives a permission that the actor lacks, neither to others nor through a role of the actor', async () => {
    const { admin, clerk } = scene.people;
    const other = await roleOf([]);
    const give = async (who: 'admin' | 'clerk', id: number, permissions: string[]) =>
      refusal(UPDATE, { id, input: { permissions } }, await scene.as(who));
    expect(await give('clerk', other, ['console.access'])).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You may not give the permission console.access: you do not hold it.',
    });
    // A job permission may be given to others, but not to oneself.
    await answer(UPDATE, { id: other, input: { permissions: ['transfers.drive'] } }, await scene.as('clerk'));
    expect(await give('clerk', clerk.role.id, ['administration', 'transfers.drive'])).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await give('admin', admin.role.id, ['console.access'])).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You may not remove your own administration: ask another administrator.',
    });
    const lesser = ['administration', 'console.access', 'orders.view-all'];
    await answer(UPDATE, { id: admin.role.id, input: { permissions: lesser } }, await scene.as('admin'));
    expect(await give('admin', admin.role.id, [...lesser, 'graphql.query'])).toMatchObject({ code: 'FORBIDDEN' });
    await answer(
      UPDATE,
      { id: admin.role.id, input: { permissions: [...lesser, 'graphql.query'] } },
      await scene.as('colleague'),
    );
  });

  it('rejects the name of another role, and changes nothing when a member is invalid', async () => {
    const id = await roleOf(['transfers.drive']);
    const context = await scene.as('admin');
    const taken = { id, input: { name: scene.people.driver.role.name, permissions: [] } };
    expect(await refusal(UPDATE, taken, context)).toMatchObject({ code: 'VALIDATION' });
    expect(await database.db.rolePermission.count({ where: { roleId: id } })).toBe(1);
    expect(await refusal(UPDATE, { id: 999_999, input: {} }, context)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('sets what it sells and sees: products of its organization, and those of others that it sells already', async () => {
    const id = await roleOf([]);
    const context = await scene.as('admin');
    const own = await scene.make.product();
    const [foreign, sold] = [
      await scene.make.product({ organizationId: scene.elsewhere }),
      await scene.make.product({ organizationId: scene.elsewhere, soldBy: [await roleOf([])] }),
    ];
    const { id: cityId } = await scene.make.amsterdam();
    const sell =
      'mutation ($id: SafeInt!, $input: RoleInput!) { updateRole(id: $id, input: $input) { role { productIds cityIds } } }';
    const change = (input: object) => answer(sell, { id, input }, context);
    const productIds = [own.id, sold.id];
    expect(await change({ productIds: [sold.id, own.id, own.id], cityIds: [cityId] })).toEqual({
      updateRole: { productIds, cityIds: [cityId] },
    });
    const { fields } = await refusal(sell, { id, input: { productIds: [own.id, foreign.id], cityIds: [0] } }, context);
    expect(fields?.map(({ path }) => path)).toEqual([
      ['input', 'productIds', 1],
      ['input', 'cityIds', 0],
    ]);
    await change({ name: 'Sells the same' });
    expect(await change({ productIds: [sold.id] })).toEqual({
      updateRole: { productIds: [sold.id], cityIds: [cityId] },
    });
    expect((await scene.audited('role', id)).at(-1)).toMatchObject({
      before: { productIds },
      after: { productIds: [sold.id] },
    });
  });
});

describe('a deleted role', () => {
  const DELETE = 'mutation ($id: SafeInt!) { deleteRole(id: $id) { isDeleted } }';
  const inUse = (users: number, orders: number, products: number) =>
    `The role cannot be deleted: ${users} accounts hold it, ${orders} orders and ${products} products refer to it.`;

  it('is gone with its permissions, cities and tags, and logged with its last values', async () => {
    const { id: cityId } = await scene.make.amsterdam();
    const role = await scene.make.role({ permissions: ['transfers.drive'], clientId: null, cities: [cityId] });
    await database.db.tag.create({ data: { organizationId: scene.home, key: 'k', value: 'v', roleId: role.id } });
    expect(await answer(DELETE, { id: role.id }, await scene.as('admin'))).toEqual({ deleteRole: true });
    const { id, name } = role;
    expect(await database.db.role.count({ where: { id } })).toBe(0);
    const before = {
      name,
      description: null,
      clientId: null,
      permissions: ['transfers.drive'],
      cityIds: [cityId],
    };
    const { admin } = scene.people;
    expect(await scene.audited('role', id)).toEqual([
      { action: 'role.delete', actorId: admin.id, organizationId: scene.home, before, after: null },
    ]);
    expect((await refusal(DELETE, { id }, await scene.as('admin'))).code).toBe('NOT_FOUND');
  });

  it('has no holders, disabled ones and service accounts included, and no orders or products', async () => {
    const admin = await scene.as('admin');
    const product = await scene.make.product();
    const role = await scene.make.role({ products: [product.id], clientId: scene.client.id });
    const { id } = role;
    const holder = await scene.make.user({ roles: [id] });
    await database.db.user.update({ where: { id: holder.id }, data: { disabledAt: new Date(0), kind: 'service' } });
    const order = await scene.make.order({ roleId: id, issuerId: scene.people.partner.id });
    const refused = async () => {
      const { code, message } = await refusal(DELETE, { id }, admin);
      expect(await database.db.role.count({ where: { id } })).toBe(1);
      return [code, message];
    };
    expect(await refused()).toEqual(['CONFLICT', inUse(1, 1, 1)]);
    await database.db.userRole.deleteMany({ where: { roleId: id } });
    expect(await refused()).toEqual(['CONFLICT', inUse(0, 1, 1)]);
    await database.db.order.update({ where: { id: order.id }, data: { roleId: scene.people.partner.role.id } });
    expect(await refused()).toEqual(['CONFLICT', inUse(0, 0, 1)]);
    await database.db.roleProduct.deleteMany({ where: { roleId: id } });
    expect(await answer(DELETE, { id }, admin)).toEqual({ deleteRole: true });
  });

  it('is not taken from somebody who is given it at the same time', async () => {
    const { id } = await scene.make.role({ clientId: null });
    const { id: userId } = await scene.make.user({ roles: [] });
    const admin = await scene.as('admin');
    let deleting: Promise<unknown> | undefined;
    await database.db.$transaction(async (tx) => {
      await tx.userRole.create({ data: { userId, roleId: id } });
      deleting = refusal(DELETE, { id }, admin);
      await expect.poll(() => waitingForLocks(database.db)).toBe(1);
    });
    expect(await deleting).toMatchObject({ code: 'CONFLICT', message: inUse(1, 0, 0) });
  });
});
