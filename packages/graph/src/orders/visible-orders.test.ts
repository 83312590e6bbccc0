import { inTransaction } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOperation } from '../execute.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  { orders(perPage: 100) { id: databaseId } ordersMeta(perPage: 100) { total } }
`;

let database: TestDatabase;
let make: Factories;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
});
afterAll(() => database.drop());

/** The ids in a user's list, ascending; checks that the total agrees. */
async function seenBy({ id }: { id: number }): Promise<number[]> {
  const context = await contextFor(database.db, id);
  const { orders, ordersMeta } = await answer<{ orders: { id: number }[]; ordersMeta: { total: number } }>(
    LIST,
    {},
    context,
  );
  expect(ordersMeta.total).toBe(orders.length);
  return orders.map((order) => order.id).sort((one, other) => one - other);
}

/** Whether a statement waits for a lock of the table of tags. */
async function isTagAwaited(): Promise<boolean | undefined> {
  const [row] = await database.db.$queryRaw<{ waits: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'tag'::regclass AND NOT granted) AS waits`;
  return row?.waits;
}

describe('the visible orders of a user', () => {
  it('are those of the organization, of the roles, of the clients, and those that involve the user', async () => {
    const elsewhere = await make.organization();
    const there = elsewhere.id;
    const staff = await make.userWith(['orders.view-all']);
    const seller = await make.userWith(['products.book']);
    const issuer = await make.userWith(['products.book']);
    const contact = await make.userWith(['orders.contact']);
    const guide = await make.userWith(['tours.guide']);
    const driver = await make.userWith(['transfers.drive']);
    const client = await make.client();
    const guest = await make.user({ clients: [client.id] });
    const foreigner = await make.userWith(['orders.view-all'], { organizationId: there });
    const seller2 = await make.user({ roles: [seller.role.id] });
    const both = await make.user({ roles: [foreigner.role.id], clients: [client.id] });
    const stranger = await make.user();

    const order = async (columns: Parameters<Factories['order']>[0]) =>
      (await make.order({ offer: null, ...columns })).id;
    const plain = await order({});
    const sold = await order({ roleId: seller.role.id });
    const issued = await order({ issuerId: issuer.id });
    const contacted = await order({ contactPersonId: contact.id });
    const guided = await order({ tourGuideId: guide.id });
    const fetched = await order({ pickup: { driverId: driver.id } });
    const returned = await order({ dropoff: { driverId: driver.id } });
    const bought = await order({ clientId: client.id });
    const foreign = await order({ organizationId: there });
    const all = [plain, sold, issued, contacted, guided, fetched, returned, bought];

    const table: [string, { id: number }, number[]][] = [
      ['staff', staff, all],
      ['seller', seller, [sold]],
      ['another who holds the same role', seller2, [sold]],
      ['issuer', issuer, [issued]],
      ['contact person', contact, [contacted]],
      ['tour guide', guide, [guided]],
      ['driver', driver, [fetched, returned]],
      ['user of the client', guest, [bought]],
      ['staff elsewhere', foreigner, [foreign]],
      ['staff elsewhere and user of the client', both, [bought, foreign]],
      ['stranger', stranger, []],
    ];
    for (const [who, user, expected] of table) expect([who, await seenBy(user)]).toEqual([who, expected]);
  });

  it('change immediately with the users who are involved', async () => {
    const { db } = database;
    const [one, two] = [await make.user(), await make.user()];
    const { id, pickupId, dropoffId } = await make.order({ offer: null });
    const sees = async () => [await seenBy(one), await seenBy(two)];
    const assign = (userId: number | null) => ({ where: { id }, data: { tourGuideId: userId } });
    await db.order.update(assign(one.id));
    expect(await sees()).toEqual([[id], []]);
    await db.order.update(assign(two.id));
    expect(await sees()).toEqual([[], [id]]);
    await db.order.update(assign(null));
    await db.transfer.update({ where: { id: pickupId }, data: { driverId: one.id } });
    await db.transfer.update({ where: { id: dropoffId }, data: { driverId: two.id } });
    expect(await sees()).toEqual([[id], [id]]);
    await db.transfer.updateMany({ where: { id: { in: [pickupId, dropoffId] } }, data: { driverId: null } });
    expect(await sees()).toEqual([[], []]);
    await db.order.update({ where: { id }, data: { contactPersonId: one.id, issuerId: two.id } });
    expect(await sees()).toEqual([[id], [id]]);
  });

  it('are no longer visible without the role, the client or the right', async () => {
    const { db } = database;
    const seller = await make.userWith(['products.book', 'orders.view-all'], {
      organizationId: (await make.organization()).id,
    });
    const client = await make.client({ organizationId: seller.role.organizationId });
    const guest = await make.user({ clients: [client.id] });
    const { id } = await make.order({
      offer: null,
      organizationId: seller.role.organizationId,
      roleId: seller.role.id,
      clientId: client.id,
    });
    const { id: other } = await make.order({ offer: null, organizationId: seller.role.organizationId });
    expect([await seenBy(seller), await seenBy(guest)]).toEqual([[id, other], [id]]);
    await db.rolePermission.deleteMany({ where: { roleId: seller.role.id, permissionName: 'orders.view-all' } });
    expect(await seenBy(seller)).toEqual([id]);
    await db.userRole.deleteMany({ where: { userId: seller.id } });
    await db.clientMember.deleteMany({ where: { userId: guest.id } });
    expect([await seenBy(seller), await seenBy(guest)]).toEqual([[], []]);
  });

  it('are listed as they were when they were visible, while another request changes them', async () => {
    const { db } = database;
    const guide = await make.userWith(['tours.guide']);
    const { id } = await make.order({ offer: null, tourGuideId: guide.id, referenceCode: 'before' });
    const context = await contextFor(db, guide.id);
    // The statement that finds the orders does not read tags, so that the lock stops the one that answers.
    const document = parse('{ orders { id: databaseId referenceCode tags { key } } ordersMeta { total } }');
    const { reading } = await inTransaction(db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE tag`;
      const answering = answerOperation(document, {}, context);
      await expect.poll(isTagAwaited).toBe(true);
      await tx.order.update({ where: { id }, data: { tourGuideId: null, referenceCode: 'after' } });
      return { reading: answering };
    });
    const read = await reading;
    const texts = 'json' in read ? Object.values(read.json).map((json) => JSON.parse(String(json))) : [];
    expect(texts).toEqual([[{ id, referenceCode: 'before', tags: [] }], { total: 1 }]);
  });
});
