import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { answerOperation } from '../execute.ts';
import { searchForm, symbolsOf } from '../shared/text.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';
import { textConditions } from './quick-search.ts';

const LIST = 'query ($search: String) { orders(filter: { search: $search }, perPage: 100) { id: databaseId } }';
const PERSISTED = parse(LIST);
const QUICK = 'query ($search: String) { orders(filter: { quickSearch: $search }, perPage: 100) { id: databaseId } }';

/** Distinct special characters. */
const MANY = String.fromCodePoint(...Array.from({ length: 31 }, (_, index) => 0x2010 + index));

/** The names and tags of each order; texts of different entries are not adjacent in the search document. */
const ORDERS: { names: [string, string][]; tags: string[] }[] = [
  { names: [['Ann', 'Smith!']], tags: ['!'] },
  { names: [['Bo!!', 'Hill']], tags: ['a!b'] },
  { names: [['J.', 'O’Neill-Ruiz']], tags: ['!!!?!', '#1'] },
  { names: [['C:\\path', '']], tags: ['50%_off\\', '≠'] },
  { names: [['Zoe\u0301', 'x']], tags: ['--', '-\n-', '😀¡'] },
  { names: [['', '']], tags: [] },
  { names: [['ΝΙΚΟΣ', 'ΠΑΠΑΣΤΑΥΡΟΥ']], tags: [] },
  { names: [['Νίκος', 'Παπάς']], tags: ['ς-x'] },
  { names: [['Νίκος', 'ΠΑΠΑΣΤΑΥΡΟΥ']], tags: [] },
  { names: [['x', 'y']], tags: [MANY] },
  { names: [['x', 'y']], tags: [MANY.slice(0, -1)] },
];

let database: TestDatabase;
let context: Context;
let statements: string[] = [];
const ids: number[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (text) => statements.push(text) });
  const make = createFactories(database.db);
  for (const { names, tags } of ORDERS) {
    const passengers = names.map(([firstName, lastName]) => ({
      firstName,
      lastName,
      email: 'an!!address@example.com',
    }));
    const carried = Object.fromEntries(tags.map((value, index) => [`k${index}`, value]));
    ids.push((await make.order({ offer: null, passengers, tags: carried })).id);
  }
  context = await contextFor(database.db, (await make.userWith(['orders.view-all'])).id);
});
afterAll(() => database.drop());

async function found(search: string): Promise<number[]> {
  statements = [];
  const compiled = await answerOperation(PERSISTED, { search }, context);
  if (!('json' in compiled)) throw new Error('not answered by one statement');
  const normal = await answer<{ orders: { id: number }[] }>(LIST, { search }, context);
  expect(JSON.parse(String(compiled.json.orders))).toEqual(normal.orders);
  return normal.orders.map(({ id }) => ids.indexOf(id)).sort((one, other) => one - other);
}

/** A text in lower case, with inner sigmas only. */
const folded = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');
const meant = (text: string) =>
  ORDERS.flatMap(({ names, tags }, index) =>
    [...names.map((name) => name.join(' ')), ...tags].some((each) => folded(each).includes(folded(text.trim())))
      ? [index]
      : [],
  );

describe('a search for special characters', () => {
  it('finds names and tags that contain them, and nothing else', async () => {
    const texts = ['!', '!!', '!!!', '!!!!', '!?', '?!', '!!?', '-', '--', '---', '-\n-', '\n', '.', '. ', '’', '#'];
    for (const text of [
      ...texts,
      '\\',
      '_',
      '%_',
      '≠',
      '\u0301',
      '¡',
      '😀',
      '@',
      'a!',
      '!b',
      'j.',
      'z!',
      '!\u0301',
      '\u200b',
      '+',
    ])
      expect([text, await found(text)]).toEqual([text, meant(text)]);
  });

  it('reads no names and tags for one or two characters, and those of few orders for more', async () => {
    for (const text of ['!', '!!', '\\', '+*']) {
      await found(text);
      expect(statements.some((statement) => statement.includes('symbols'))).toBe(true);
      for (const statement of statements) expect(statement).not.toMatch(/passenger|"tag"/);
    }
    await found('!!!!?');
    const looked = statements.filter((each) => /passenger|"tag"/.test(each));
    expect(looked.length).toBeGreaterThan(0);
    for (const statement of looked) expect(statement).toMatch(/"id" (IN|=)/);
  });

  it('has the same special characters as the database: those that searchForm removes', async () => {
    const points = Array.from({ length: 0x10ffff }, (_, index) => index + 1).filter(
      (point) => (point < 0xd800 || point > 0xdfff) && (point < 0x3100 || point > 0xf8ff) && point < 0x11000,
    );
    const texts = [
      ...points.map((point) => String.fromCodePoint(point)),
      ...ORDERS.flatMap(({ tags }) => tags),
      'a!?x.-_ b!',
    ];
    const rows = await database.db.$queryRaw<{ symbols: string[] }[]>`
      SELECT symbols_of(text) AS symbols FROM unnest(${texts}::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place`;
    const differing = texts.filter((text, index) => {
      const local = symbolsOf(text);
      const leftOut = [...text].length === 1 && (searchForm(text) === '') !== (local.length === 1);
      return leftOut || local.sort().join('\0') !== [...(rows[index]?.symbols ?? [])].sort().join('\0');
    });
    expect(differing).toEqual([]);
  });
});

it('makes few conditions for many special characters, and finds texts with all of them', async () => {
  expect(textConditions(MANY).symbols).toHaveLength(8);
  expect(await found(MANY)).toEqual([9]);
  expect(await found(MANY.slice(0, -1))).toEqual([9, 10]);
});

describe('a Greek sigma', () => {
  it('matches at the end of a word and within it, in upper and lower case', async () => {
    for (const text of [
      'ΠΑΠΑΣ',
      'παπασ',
      'παπας',
      'ΠΑΠΆΣ',
      'παπάς',
      'παπάσ',
      'ΝΙΚΟΣ Π',
      'νίκος',
      'Σ',
      'ς',
      'σ',
      'σ-X',
      'ΝΊΚΟΣ ΠΑΠΑΣ',
      'ΣΤ',
    ])
      expect([text, await found(text)]).toEqual([text, meant(text)]);
    expect(meant('ΠΑΠΑΣ')).toEqual([6, 8]);
    const { orders } = await answer<{ orders: { id: number }[] }>(QUICK, { search: 'ΠΑΠΑΣ' }, context);
    expect(orders.map(({ id }) => ids.indexOf(id)).sort()).toEqual([6, 7, 8]);
  });
});
