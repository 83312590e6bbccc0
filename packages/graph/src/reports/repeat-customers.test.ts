import { Prisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { randomOrders, type WholeOrder } from '../testing/random-orders.ts';
import { answer, refusal } from '../testing/run.ts';

const CUSTOMERS = /* GraphQL */ `
  query ($filter: OrderFilter, $minOrders: Int, $page: Int, $perPage: Int) {
    repeatCustomers(filter: $filter, minOrders: $minOrders, page: $page, perPage: $perPage) {
      total
      customers {
        organizationId email phoneDigits name newestOrderId firstAt lastAt
        figures { orders passengers sums { currencyCode orders sold } }
      }
    }
  }`;

type Customer = {
  organizationId: number;
  email: string | null;
  phoneDigits: string | null;
  figures: { orders: number; passengers: number; sums: { currencyCode: string; orders: number; sold: number }[] };
};

let database: TestDatabase;
let orders: WholeOrder[];
let staff: Context;
let ofBoth: Context;
let partner: Context;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const world = await randomOrders(database.db, 3, 120);
  orders = world.orders;
  staff = await contextFor(database.db, world.users.staff.id);
  ofBoth = await contextFor(database.db, world.users.ofBoth.id);
  partner = await contextFor(database.db, world.users.partner.id);
}, 60_000);
afterAll(() => database.drop());

const customers = async (variables: Record<string, unknown>, context: Context) =>
  (await answer<{ repeatCustomers: { total: number; customers: Customer[] } }>(CUSTOMERS, variables, context))
    .repeatCustomers;

/** The organization and the contact of an order's leader, in TypeScript; undefined without a contact. */
function contactOf({ organizationId, passengers }: WholeOrder): string | undefined {
  const leader = passengers.find(({ isLeader }) => isLeader);
  const email = leader?.email.trim().toLowerCase();
  const digits = leader?.phoneNumber.replace(/\D/g, '').replace(/^0+/, '') ?? '';
  const contact = email?.includes('@') ? email : digits.length >= 6 ? digits : undefined;
  return contact === undefined ? undefined : `${organizationId} ${contact}`;
}

function expected(found: readonly WholeOrder[], minOrders: number) {
  const groups = [...Map.groupBy(found, contactOf)].filter(
    ([contact, group]) => contact !== undefined && group.length >= minOrders,
  );
  return Object.fromEntries(
    groups.map(([contact, group]) => {
      const priced = group.filter(({ totalSold }) => totalSold !== null);
      const sums = [...Map.groupBy(priced, ({ currencyCode }) => currencyCode.trim())].map(([currencyCode, some]) => ({
        currencyCode,
        orders: some.length,
        sold: Number(String(some.reduce((sum, { totalSold }) => sum.add(totalSold ?? 0), new Prisma.Decimal(0)))),
      }));
      const created = group.map(({ createdAt }) => createdAt.toISOString()).sort();
      const newest = group.reduce((latest, order) => (order.id > latest.id ? order : latest));
      return [
        contact,
        {
          name: newest.passengers.find(({ isLeader }) => isLeader)?.fullName,
          newestOrderId: newest.id,
          firstAt: created[0],
          lastAt: created.at(-1),
          figures: {
            orders: group.length,
            passengers: group.reduce((count, { passengers }) => count + passengers.length, 0),
            sums: sums.sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1)),
          },
        },
      ];
    }),
  );
}

const byContact = (found: readonly Customer[]) =>
  Object.fromEntries(
    found.map(({ organizationId, email, phoneDigits, ...rest }) => [`${organizationId} ${email ?? phoneDigits}`, rest]),
  );

describe('repeat customers', () => {
  it('are those of a loop over the rows, and organizations do not share them', async () => {
    const organizations = new Set(orders.map(({ organizationId }) => organizationId));
    expect(organizations.size).toBe(2);
    const booked = orders.filter(({ status }) => status === 'Booked');
    const found = await customers({}, ofBoth);
    expect(byContact(found.customers)).toEqual(expected(booked, 2));
    expect(found.total).toBe(found.customers.length);
    expect(new Set(found.customers.map(({ email }) => email === null)).size).toBe(2);
    const home = orders.find(({ organizationId }) => staff.actor?.roles[0]?.organizationId === organizationId);
    const own = await customers({ minOrders: 5 }, staff);
    expect(byContact(own.customers)).toMatchObject(
      expected(
        booked.filter(({ organizationId }) => organizationId === home?.organizationId),
        5,
      ),
    );
  });

  it('are counted over the orders of a filter', async () => {
    const filter = { status: ['Cancelled', 'Deleted'] };
    const { customers: found } = await customers({ filter }, ofBoth);
    const counted = orders.filter(({ status }) => filter.status.includes(status));
    expect(Object.keys(expected(counted, 2)).length).toBeGreaterThan(0);
    expect(byContact(found)).toEqual(expected(counted, 2));
  });

  it('are counted over the orders that the viewer may see', async () => {
    const { data } = await partnersOrders();
    const { customers: found } = await customers({}, partner);
    expect(byContact(found)).toEqual(
      expected(
        orders.filter(({ id }) => data.has(id)),
        2,
      ),
    );
    expect(data.size).toBeLessThan(orders.length / 2);
  });

  it('are paged without gaps, those with most orders first, by one statement a page', async () => {
    const { customers: all, total } = await customers({}, ofBoth);
    statements.length = 0;
    const pages = [];
    for (let page = 1; page <= Math.ceil(total / 2); page += 1)
      pages.push(...(await customers({ page, perPage: 2 }, ofBoth)).customers);
    expect(pages).toEqual(all);
    // The test helper compares with a second execution.
    expect(statements).toHaveLength(2 * Math.ceil(total / 2));
    const counts = all.map(({ figures }) => figures.orders);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(await customers({ page: 1_000 }, ofBoth)).toEqual({ total, customers: [] });
  });

  it('refuse a minimum and a page that do not hold', async () => {
    for (const minOrders of [1, 0, 1_001])
      expect((await refusal(CUSTOMERS, { minOrders }, staff)).fields?.[0]?.path).toEqual(['minOrders']);
    expect((await refusal(CUSTOMERS, { perPage: 1_001 }, staff)).fields?.[0]?.path).toEqual(['perPage']);
  });
});

/** The booked orders of the list of the partner. */
async function partnersOrders() {
  const { orders: listed } = await answer<{ orders: { id: number }[] }>(
    '{ orders(perPage: 1000, filter: { status: [Booked] }) { id: databaseId } }',
    {},
    partner,
  );
  return { data: new Set(listed.map(({ id }) => id)) };
}
