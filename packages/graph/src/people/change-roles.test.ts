import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { answer, refusal, run } from '../testing/run.ts';
import { CHANGE_ROLES, type StaffScene, staffScene } from '../testing/staff.ts';

let database: TestDatabase;
let scene: StaffScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const jobRole = () => scene.people.driver.role.id;

describe('changing roles', () => {
  it('changes what the user sees from the next request on', async () => {
    const order = await scene.make.order({ offer: null });
    const user = await scene.someone([]);
    const sees = async () => {
      const context = await contextFor(database.db, user.id);
      const { errors } = await run(
        'query ($id: String!) { order(reference: $id) { id: databaseId } }',
        { id: String(order.id) },
        context,
      );
      return errors[0]?.code ?? 'seen';
    };
    const overseer = await scene.make.role({ permissions: ['orders.view-all'], clientId: null });
    expect(await sees()).toBe('NOT_FOUND');
    const given = await answer(CHANGE_ROLES, { id: user.id, add: [overseer.id] }, await scene.as('admin'));
    expect(given).toEqual({
      changeUserRoles: { roles: [{ role: { id: user.role.id } }, { role: { id: overseer.id } }] },
    });
    expect(await sees()).toBe('seen');
    await answer(CHANGE_ROLES, { id: user.id, remove: [overseer.id, overseer.id] }, await scene.as('admin'));
    expect(await sees()).toBe('NOT_FOUND');
    const names = { before: { roles: [user.role.name] }, after: { roles: [user.role.name, overseer.name] } };
    expect(await scene.audited('user', user.id)).toMatchObject([names, { before: names.after, after: names.before }]);
  });

  it('changes nothing and logs nothing where the roles are the same already', async () => {
    const user = await scene.someone();
    await answer(CHANGE_ROLES, { id: user.id, add: [user.role.id, user.role.id] }, await scene.as('admin'));
    expect(await scene.audited('user', user.id)).toEqual([]);
  });

  it('never leaves a user without a role', async () => {
    const user = await scene.someone();
    const all = { id: user.id, add: [jobRole()], remove: [user.role.id, jobRole()] };
    expect((await refusal(CHANGE_ROLES, all, await scene.as('admin'))).fields?.map(({ path }) => path)).toEqual([
      ['remove'],
    ]);
    const { guest } = scene.people;
    await answer(CHANGE_ROLES, { id: guest.id, add: [jobRole()] }, await scene.as('admin'));
    await answer(CHANGE_ROLES, { id: guest.id, remove: [jobRole()] }, await scene.as('admin'));
  });

  it('does not find or show roles of other organizations', async () => {
    const { both } = scene.people;
    const context = await scene.as('admin');
    const foreign = { id: both.id, add: [scene.foreign.id], remove: [scene.foreign.id] };
    expect((await refusal(CHANGE_ROLES, foreign, context)).fields?.map(({ path }) => path)).toEqual([
      ['add', 0],
      ['remove', 0],
    ]);
    const shown = await answer(CHANGE_ROLES, { id: both.id, add: [jobRole()] }, context);
    expect(shown).toEqual({ changeUserRoles: { roles: [jobRole(), both.role.id].map((id) => ({ role: { id } })) } });
  });
});
