import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Library, openLibrary } from './testing/library.ts';

/* Rows are found again by the keys of the table map, whatever their names, types and number. */

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

it('lists a model whose key is a text', async () => {
  expect(await library.answer('{ genres { code } }')).toBe(
    '{"genres":[{"code":"poems"},{"code":"none"},{"code":"crime"}]}',
  );
});

it('lists a model whose key has two columns, and its pages', async () => {
  const document = 'query ($take: Int, $skip: Int) { books(take: $take, skip: $skip) { shelf position } }';
  const [first, second, third] = [
    '{"shelf":"b","position":1}',
    '{"shelf":"a","position":1}',
    '{"shelf":"a","position":2}',
  ];
  expect(await library.answer(document)).toBe(`{"books":[${first},${second},${third}]}`);
  expect(await library.answer(document, { take: 1, skip: 1 })).toBe(`{"books":[${second}]}`);
  expect(await library.answer(document, { skip: 9 })).toBe('{"books":[]}');
});

it('finds one row, and the value of a column, by a key of two columns', async () => {
  const document = `query ($position: Int!) {
    book(shelf: "a", position: $position) { title genre { title } } titleOf(shelf: "a", position: $position)
  }`;
  expect(await library.answer(document, { position: 1 })).toBe(
    '{"book":{"title":"The \\"First\\"","genre":{"title":"Crime"}},"titleOf":"The \\"First\\""}',
  );
  // Normal execution answers with an error.
  expect(await library.answer(document, { position: 9 })).toBeUndefined();
});

it('refuses a model without a key when it is compiled', () => {
  expect(library.compiled('{ notes { text } }')).toEqual({ refused: 'Query.notes: Note has no key' });
});
