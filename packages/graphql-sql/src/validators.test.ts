import { parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compile, raw, type Sql, type Validation } from './index.ts';
import { type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

/** The calls of `stampsOf`: the tables, and how often a value occurs in the subjects of each. */
let stamped: [names: readonly string[], subjects: Record<string, number>][] = [];

/** Genres and books have stamps that never change. */
const validation = (release: string): Validation => ({
  release,
  tablesOf: (name) => (['genre', 'book', 'reading'].includes(name) ? [name] : []),
  stamped: new Set(['genre', 'book']),
  stampsOf(names, subjects) {
    const values = ([table, { parameters }]: [string, Sql]) => [table, parameters.length];
    stamped.push([names, Object.fromEntries(Object.entries(subjects).map(values))]);
    return raw('SELECT 1');
  },
  versioned: {},
  unversioned: [],
  moments: {},
});

async function answerOf(document: string, { release = '1', known = [] as string[] } = {}) {
  stamped = [];
  const { host, context } = library;
  const compiled = compile(parse(document), { ...host, validation: validation(release) });
  const answer = await compiled.run({}, context, known);
  if (!answer) throw new Error('The operation is not answered by its statement.');
  return answer;
}

it('is the same for the same operation and release, and another one for others', async () => {
  const { validator = '' } = await answerOf('{ genres { title } }');
  expect(validator).toMatch(/^[\w-]{38}$/);
  expect(await answerOf('{ genres { title } }', { known: ['x', validator] })).toEqual({
    json: {},
    validator,
    isKnown: true,
  });
  for (const [document, release] of [
    ['{ genres { title } }', '2'],
    ['{ genres { code } }', '1'],
  ] as const) {
    const other = await answerOf(document, { release, known: [validator] });
    expect([other.isKnown, Object.keys(other.json)]).toEqual([false, ['genres']]);
    expect(other.validator).not.toBe(validator);
  }
});

it('does not exist for what reads a table without a stamp', async () => {
  expect((await answerOf('{ genres { title } readings { no } }')).validator).toBeUndefined();
});

it('depends on some rows of a table only where all root fields do', async () => {
  await answerOf('{ shelves }');
  expect(stamped).toEqual([[['book'], { book: 1 }]]);
  await answerOf('{ shelves more: shelves }');
  expect(stamped).toEqual([[['book'], { book: 2 }]]);
  for (const document of ['{ shelves books { title } }', '{ books { title } shelves }']) {
    await answerOf(document);
    expect(stamped).toEqual([[['book'], {}]]);
  }
});
