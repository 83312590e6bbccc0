import { createPrisma, type PrismaClient } from '@channel/prisma';
import { migrate } from '@channel/prisma/migrate';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { searchForm } from '../shared/text.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($text: String!) {
    orders(filter: { quickSearch: $text }, perPage: 100) { id: databaseId }
    ordersMeta(filter: { quickSearch: $text }) { total }
  }
`;
const UPDATE =
  'mutation ($id: String!, $input: OrderUpdateInput!) { updateOrder(reference: $id, input: $input) { order { id: databaseId } } }';
const TAG =
  'mutation ($ids: [SafeInt!]!, $tags: [TagInput!]!) { synchroniseTags(target: orders, ids: $ids, tags: $tags) { count } }';

let database: TestDatabase;
let make: Factories;
let context: Context;
let zoe: number;
let smith: number;
let foreign: number;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const elsewhere = await make.organization();
  context = await contextFor(database.db, (await make.userWith(['orders.view-all', 'products.book'])).id);
  zoe = (
    await make.order({
      offer: null,
      referenceCode: 'REF-2026/17',
      passengers: [
        { firstName: 'Zoë', lastName: 'van Dam', email: 'zoe@example.com' },
        { firstName: 'José', lastName: 'Núñez-Ruiz', email: 'jose@example.org' },
      ],
      tags: { room: 'Étage 2', code: '50%_off\\' },
    })
  ).id;
  smith = (await make.order({ offer: null, passengers: [{ firstName: 'Ann', lastName: 'Smith' }], tags: { room: 7 } }))
    .id;
  foreign = (
    await make.order({
      offer: null,
      organizationId: elsewhere.id,
      passengers: [{ firstName: 'Zoë', lastName: 'Else' }],
    })
  ).id;
});
afterAll(() => database.drop());

async function found(text: string, as = context): Promise<number[]> {
  const { orders, ordersMeta } = await answer<{ orders: { id: number }[]; ordersMeta: { total: number } }>(
    LIST,
    { text },
    as,
  );
  expect(ordersMeta.total).toBe(orders.length);
  return orders.map(({ id }) => id).sort((one, other) => one - other);
}

const TEXTS = [
  'Zoë  van-Dam',
  'ÅÄÖ ß ﬁ',
  'İstanbul',
  'ΟΔΟΣ',
  'ΠΑΠΑΣΤΑΥΡΟΥ Παπάς ς',
  '\ufeffx\u1680',
  'ΓΙΩΡΓΟΣ Ν. ΣΟΦΟΣ',
  'Ёлка-Ы',
  'a\tb\nc\u00a0d\u2009e\u2013f',
  'x\u0001y\u001fz\u007f',
  '名前　テスト',
  '50%_off\\',
  '😀a',
  'e\u0301',
  '¿Qué?',
  '…',
];

/** The same texts converted by a database with another locale on the same server. */
async function formsIn(locale: string): Promise<string[]> {
  const url = new URL(database.connectionString);
  url.pathname = `${url.pathname}_elsewhere`;
  const name = url.pathname.slice(1);
  await database.db.$executeRawUnsafe(
    `CREATE DATABASE "${name}" LOCALE_PROVIDER libc LOCALE '${locale}' TEMPLATE template0`,
  );
  await migrate(url.href);
  const db = createPrisma({ connectionString: url.href });
  const forms = await formsOf(db);
  await db.$disconnect();
  await database.db.$executeRawUnsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
  return forms;
}

async function formsOf(db: PrismaClient): Promise<string[]> {
  const rows = await db.$queryRaw<
    { form: string }[]
  >`SELECT search_form(text) AS form FROM unnest(${TEXTS}::text[]) AS text`;
  return rows.map(({ form }) => form);
}

describe('the quick search of orders', () => {
  it("finds by the beginning of any word of names, tags, codes, ids and the leader's e-mail address", async () => {
    for (const text of [
      'zo',
      'ZOE',
      'zoë',
      'dam',
      'van dam',
      'nunez',
      'Ruiz',
      'jose nunez',
      'etage',
      'ÉTA',
      'ref',
      'ref-2026',
      'REF-2026/17',
      '2026',
      'zoe@example.com',
      'zoe@ex',
      '50%',
    ])
      expect([text, await found(text)]).toEqual([text, [zoe]]);
    for (const text of ['smi', 'ann smith', 'smith ann', '7 sm'])
      expect([text, await found(text)]).toEqual([text, [smith]]);
    expect(await found(String(smith))).toContain(smith);
  });

  it('requires every word, and matches only at the beginning of words', async () => {
    for (const text of [
      'zoe smith',
      'mith',
      'oe',
      'unez',
      'jose@example.org',
      'xample@',
      'ref-17',
      'room',
      '_off x',
      "'; DROP TABLE orders; --",
      `${'\\'.repeat(9)}q`,
    ])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  it('ignores words without letters and digits', async () => {
    for (const text of ['', '  ', '-', '% _ \\']) expect([text, await found(text)]).toEqual([text, [zoe, smith]]);
    expect(await found('# zoe !')).toEqual([zoe]);
  });

  it('finds no order that the viewer may not see', async () => {
    expect(await found('else')).toEqual([]);
    expect(await found(String(foreign))).not.toContain(foreign);
    const stranger = await contextFor(database.db, (await make.user()).id);
    expect(await found('zoe', stranger)).toEqual([]);
  });

  it('finds changes immediately', async () => {
    const { id } = await make.order({ offer: null, passengers: [{ firstName: 'Old', lastName: 'Name' }] });
    await answer(
      UPDATE,
      { id: String(id), input: { leader: { lastName: 'Quxley' }, referenceCode: 'ZZZ-1' } },
      context,
    );
    expect([await found('quxley'), await found('zzz'), await found('old name')]).toEqual([[id], [id], []]);
    await answer(TAG, { ids: [id, smith], tags: [{ key: 'mark', value: 'Wyvern' }] }, context);
    expect(await found('wyv')).toEqual([smith, id]);
    await answer(TAG, { ids: [smith], tags: [{ key: 'room', value: 7 }] }, context);
    expect(await found('wyv')).toEqual([id]);
    await database.db.order.delete({ where: { id } });
    expect(await found('quxley')).toEqual([]);
  });

  it('refuses a text that is too long', async () => {
    expect(await refusal(LIST, { text: 'x'.repeat(201) }, context)).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: ['filter', 'quickSearch'] }],
    });
  });

  it('converts texts to the same form in TypeScript and in the database', async () => {
    expect(await formsOf(database.db)).toEqual(TEXTS.map(searchForm));
  });

  it.each(['C.UTF-8', 'C'])('does the same in a database with the locale %s', { timeout: 60_000 }, async (locale) => {
    expect(await formsIn(locale)).toEqual(TEXTS.map(searchForm));
  });
});
