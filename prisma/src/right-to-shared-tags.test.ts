import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFactories, type TestDatabase, testDatabase } from './testing/index.ts';

const MIGRATION = new URL('../migrations/20261122113000_right_to_shared_tags/migration.sql', import.meta.url);
const PERMISSION = 'tags.change-shared';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function migrate(): Promise<void> {
  for (const statement of readFileSync(MIGRATION, 'utf8').split(/;\n/)) {
    if (statement.trim() !== '') await database.db.$executeRawUnsafe(statement);
  }
}

it('grants the permission to existing roles of staff, and to no other', async () => {
  const { db } = database;
  expect(await db.permission.count(), 'an empty installation gets no permission').toBe(0);
  const make = createFactories(db);
  const staff = [
    ['orders.view-all', 'products.book'],
    ['console.access'],
    ['administration', 'graphql.query'],
    ['orders.view-all', 'console.access', 'administration'],
  ];
  const others = [['products.book'], ['transfers.drive', 'tours.guide'], ['orders.contact'], ['graphql.query'], []];
  const roles = [];
  for (const permissions of [...staff, ...others]) roles.push(await make.role({ permissions }));
  for (const _time of ['first', 'again']) {
    await migrate();
    const given = await db.rolePermission.findMany({
      where: { permissionName: PERMISSION },
      orderBy: { roleId: 'asc' },
    });
    expect(given.map(({ roleId }) => roleId)).toEqual(
      roles
        .slice(0, staff.length)
        .map(({ id }) => id)
        .sort((one, other) => one - other),
    );
  }
});
