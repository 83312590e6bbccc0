import type { PrismaClient } from '@channel/prisma';
import { clock, day } from '@channel/prisma/testing';
import { answer } from './run.ts';
import type { StaffScene } from './staff.ts';

/** A mutation that takes `expectedVersion`. */
export type VersionedMutation = {
  /** The table of the changed row, and what makes a row. */
  table: string;
  make: () => Promise<number>;
  /** The arguments besides `expectedVersion`; `$id` is the id of the row. */
  args: string;
  selection?: string;
};

/** The mutations by which administrators run their business. The scene is only there when a row is made. */
export function businessMutations(
  world: () => { db: PrismaClient; scene: StaffScene },
): Record<string, VersionedMutation> {
  const make = () => world().scene.make;
  const offer = () => make().offer([]);
  const idOf = async (row: Promise<{ id: number }>) => (await row).id;

  async function newSchedule() {
    const { level } = await offer();
    const times = { startTime: clock('14:00'), endTime: clock('15:00') };
    const data = { serviceLevelId: level.id, capacity: 3, validTo: day('2026-06-30'), ...times };
    return idOf(world().db.schedule.create({ data }));
  }

  let accounts = 0;
  async function newAccount(isDisabled = false) {
    const { db, scene } = world();
    const input = { name: `Tool ${++accounts}`, roleIds: [scene.people.staff.role.id], scopes: ['orders:read'] };
    const { made } = await answer<{ made: { id: number } }>(
      'mutation ($id: SafeInt!, $input: ServiceAccountInput!) { made: createServiceAccount(organizationId: $id, input: $input) { account { id: accountId } } }',
      { id: scene.home, input },
      await scene.as('admin'),
    );
    if (isDisabled) await db.user.update({ where: { id: made.id }, data: { disabledAt: new Date(0) } });
    return made.id;
  }

  const nouns = {
    Category: {
      table: 'category',
      make: () => idOf(make().category()),
      input: 'translations: [{ language: "nl", member: "title", text: "Boten" }]',
    },
    City: { table: 'city', make: () => idOf(make().city()), input: 'timeZone: "Europe/Paris"' },
    Client: { table: 'client', make: () => idOf(make().client()), input: 'description: "Since 1900"' },
    Departure: {
      table: 'availability',
      make: async () => (await offer()).departure.id,
      input: 'capacity: 7',
    },
    Point: {
      table: 'point',
      make: () => idOf(make().point({ organizationId: world().scene.home })),
      input: 'address: "Quay 1"',
    },
    Product: {
      table: 'product',
      make: () => idOf(make().product()),
      input: 'labels: ["new"]',
    },
    Rate: { table: 'rate', make: async () => (await offer()).rate.id, input: 'title: "Summer"' },
    Schedule: { table: 'schedule', make: newSchedule, input: 'capacity: 4', selection: '{ version }' },
    ServiceLevel: { table: 'service_level', make: async () => (await offer()).level.id, input: 'title: "Private"' },
    Supplier: { table: 'supplier', make: () => idOf(make().supplier()), input: 'description: "Boats"' },
  };
  const changes = Object.entries(nouns).flatMap(([noun, { input, ...row }]): [string, VersionedMutation][] => [
    [`update${noun}`, { ...row, args: `id: $id, input: { ${input} }`, selection: '{ version }' }],
    [`delete${noun}`, { ...row, args: 'id: $id', selection: '' }],
  ]);
  const account = { table: 'user', make: () => newAccount(), args: 'id: $id', selection: '{ version }' };

  return {
    ...Object.fromEntries(changes),
    updateOrganization: {
      table: 'organization',
      make: async () => world().scene.home,
      args: 'id: $id, input: { vatType: "excluded" }',
      selection: '{ version }',
    },
    updateServiceAccount: { ...account, args: 'id: $id, input: { description: "Prints" }' },
    disableServiceAccount: account,
    enableServiceAccount: { ...account, make: () => newAccount(true) },
  };
}
