import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const LOOKUP = /* GraphQL */ `
  query ($text: String!, $limit: Int! = 5) {
    lookup(text: $text, limit: $limit) { orders { id: databaseId } people { id: databaseId } products { id: databaseId title } }
  }`;

type Found = { orders: { id: number }[]; people: { id: number }[]; products: { id: number }[] };

let database: TestDatabase;
let staff: Context;
let partner: Context;
let ids: { order: number; second: number; person: number; product: number };

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const elsewhere = (await make.organization()).id;
  const { role, ...user } = await make.userWith(['orders.view-all', 'console.access']);
  staff = await contextFor(database.db, user.id);
  partner = await contextFor(database.db, (await make.userWith(['orders.view-all'])).id);
  const order = await make.order({ offer: null, passengers: [{ firstName: 'Søren', lastName: 'Núñez' }] });
  const second = await make.order({ offer: null, tags: { of: `${order.id}` } });
  const person = await make.user({ name: 'José Núñez', roles: [role.id] });
  await make.user({ name: 'Nunez Foreign', roles: [(await make.role({ organizationId: elsewhere })).id] });
  const product = await make.product({ title: 'Nuñez museum' });
  await make.product({ title: 'Nunez elsewhere', organizationId: elsewhere });
  await make.order({ offer: null, organizationId: elsewhere, passengers: [{ firstName: 'Nunez' }] });
  ids = { order: order.id, second: second.id, person: person.id, product: product.id };
});
afterAll(() => database.drop());

const found = async (text: string, as = staff, limit = 5) => {
  const { lookup } = await answer<{ lookup: Found }>(LOOKUP, { text, limit }, as);
  const idsOf = (things: { id: number }[]) => things.map(({ id }) => id);
  return { orders: idsOf(lookup.orders), people: idsOf(lookup.people), products: idsOf(lookup.products) };
};

describe('lookup', () => {
  it("finds orders, people and products of the viewer's organization by word prefixes", async () => {
    expect(await found('NUNEZ')).toEqual({ orders: [ids.order], people: [ids.person], products: [ids.product] });
    expect(await found('jose nu')).toEqual({ orders: [], people: [ids.person], products: [] });
    expect(await found('museum nu')).toEqual({ orders: [], people: [], products: [ids.product] });
    expect(await found('unez')).toEqual({ orders: [], people: [], products: [] });
  });

  it('lists the order with the searched id first', async () => {
    expect((await found(String(ids.order))).orders).toEqual([ids.order, ids.second]);
    expect((await found(`#${ids.order}`, staff, 1)).orders).toEqual([ids.order]);
  });

  it('finds nothing without a word, and nothing for a viewer who is not staff', async () => {
    const nothing = { orders: [], people: [], products: [] };
    for (const text of ['', ' ', '%', '- _']) expect(await found(text)).toEqual(nothing);
    expect(await found('nunez', partner)).toEqual(nothing);
  });

  it('rejects a text that is too long and a limit out of bounds', async () => {
    const pathOf = async (variables: object) =>
      (await refusal(LOOKUP, { text: 'x', ...variables }, staff)).fields?.[0]?.path;
    expect(await pathOf({ text: 'x'.repeat(201) })).toEqual(['text']);
    for (const limit of [0, 21]) expect(await pathOf({ limit })).toEqual(['limit']);
  });
});
