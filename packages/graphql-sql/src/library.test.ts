import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

describe('a compiled operation', () => {
  it('answers several root fields by one statement', async () => {
    library.sent.length = 0;
    expect(
      await library.answer('{ all: booksMeta { total page perPage } shelves genres { title books { title } } }'),
    ).toBe(
      '{"all":{"total":3,"page":1,"perPage":2},"shelves":["a","b"],"genres":[{"title":"Poems","books":[{"title":"Second"}]},{"title":"Nothing","books":[]},{"title":"Crime","books":[{"title":"The \\"First\\""},{"title":"Third"}]}]}',
    );
    expect(library.sent).toHaveLength(1);
  });

  it('formats scalars and the values of @wire', async () => {
    const document = `{ book(shelf: "a", position: 1) {
      price boughtAt text: price @wire(as: TEXT) none: position @wire(as: NULL) genre @wire(as: ONLY_MEMBER) { title }
    } }`;
    expect(await library.answer(document)).toBe(
      '{"book":{"price":12.5,"boughtAt":"2026-01-02T03:04:05.000Z","text":"12.5","none":null,"genre":"Crime"}}',
    );
  });

  it('answers with the bytes of JSON.stringify', async () => {
    expect(await library.answer('{ readings { no weight times pages { from marks } } }')).toBe(
      JSON.stringify({
        readings: [
          {
            no: 1,
            weight: 1e-5,
            times: ['2026-01-02T03:04:05.000Z', '2026-01-03T00:00:00.500Z'],
            pages: [{ from: 1, marks: [1, 'a'] }],
          },
          { no: 1, weight: 1e21, times: [], pages: null },
          { no: 2, weight: 123456789012345680000, times: null, pages: [] },
          { no: 2, weight: 5e-324, times: null, pages: [] },
          { no: 2, weight: 0.1, times: null, pages: [] },
        ],
      }),
    );
    expect(await library.answer('{ priceOf(shelf: "a", position: 1) }')).toBe('{"priceOf":12.5}');
  });

  it('may have response keys that are aliases of the statement', async () => {
    expect(
      await library.answer(
        '{ q: books { e1: title t1: genre { t2: code } l: shelf } t1: booksMeta { t1: total n: page } }',
      ),
    ).toBe(
      '{"q":[{"e1":"Third","t1":{"t2":"crime"},"l":"b"},{"e1":"The \\"First\\"","t1":{"t2":"crime"},"l":"a"},{"e1":"Second","t1":{"t2":"poems"},"l":"a"}],"t1":{"t1":3,"n":1}}',
    );
  });

  it('leaves a negative take to normal execution', async () => {
    await expect(library.answer('{ books(take: -1) { title } }')).rejects.toThrow('a negative take');
  });

  it('has one form for each combination of @include and @skip', async () => {
    const document = `query ($long: Boolean!, $short: Boolean!) {
      titleOf(shelf: "a", position: 2) book(shelf: "a", position: 2) @skip(if: $short) { title shelf @include(if: $long) }
    }`;
    const answered = (long: boolean, short: boolean) => library.answer(document, { long, short });
    expect(await answered(true, true)).toBe('{"titleOf":"Second"}');
    expect(await answered(false, false)).toBe('{"titleOf":"Second","book":{"title":"Second"}}');
    expect(await answered(true, false)).toBe('{"titleOf":"Second","book":{"title":"Second","shelf":"a"}}');
  });

  it('has the conditions of the context, and normal execution answers where these are others', async () => {
    const document = '{ books { ownGenre { code } } }';
    expect(await library.answer(document)).toBe(
      '{"books":[{"ownGenre":{"code":"crime"}},{"ownGenre":{"code":"crime"}},{"ownGenre":null}]}',
    );
    library.context.user = null;
    expect(await library.answer(document)).toBeUndefined();
    library.context.user = 'ann';
  });

  it('writes and answers in one transaction', async () => {
    const document = (title: string) => `mutation { rename(shelf: "b", position: 1, title: "${title}") { title } }`;
    expect(await library.answer(document('Fourth'))).toBe('{"rename":{"title":"Fourth"}}');
    expect(await library.answer(document('Third'))).toBe('{"rename":{"title":"Third"}}');
  });

  it('finds rows by a statement of its own, not prepared, where a condition matches any number of them', async () => {
    const document = 'query ($title: String) { books(title: $title) { title } booksMeta(title: $title) { total } }';
    for (let time = 0; time < 3; time += 1) {
      library.sent.length = 0;
      expect(await library.answer(document, { title: 'ir' })).toBe(
        '{"books":[{"title":"Third"},{"title":"The \\"First\\""}],"booksMeta":{"total":2}}',
      );
      expect(library.sent.map(({ name }) => typeof name)).toEqual(['undefined', time === 0 ? 'undefined' : 'string']);
    }
    library.sent.length = 0;
    await library.answer(document);
    expect(library.sent).toHaveLength(1);
  });
});

describe('an operation that is refused, with the reason', () => {
  it.each([
    ['{ book(shelf: "a", position: 1) { computed } }', 'Book.computed: has no SQL resolver'],
    ['{ book(shelf: "a", position: 1) { subtitle(of: 1) } }', 'Book.subtitle: has arguments'],
    [
      '{ book(shelf: "a", position: 1) { title @wire(as: TEXT) } }',
      'Book.title: @wire(as: TEXT) has no SQL for a column of String',
    ],
    [
      '{ book(shelf: "a", position: 1) { title title @wire(nullAs: EMPTY_TEXT) } }',
      '@wire on only some of the fields title',
    ],
    ['query ($a: Boolean!) { shelves @include(if: $a) }', 'conditions may leave out every root field'],
    [`{ genres { ${'x'.repeat(64)}: code } }`, `Query.genres: the name ${'x'.repeat(64)} is too long`],
    ['subscription { added { title } }', 'a subscription is not compiled'],
    ['{ book(shelf: "a", position: 1) { firstGenre { title } } }', 'Book.firstGenre: a relation with take'],
    ['{ readings { raw } }', 'Reading.raw: has JSON, and Json no format'],
    ['{ readings { shown { no } } }', 'Reading.shown: answers with the abstract type Shown'],
    ['query A { shelves } query B { shelves }', 'the document has several operations'],
    ['{ book(shelf: "a", position: 1) { secret } }', 'Book.secret: has an access rule of its own'],
  ])('%s', (document, refused) => {
    expect(library.compiled(document)).toEqual({ refused });
  });
});

it('a document that is not valid is an error, and so is a value that the host does not have', async () => {
  expect(() => library.compiled('{ books(nope: 1) { title } }')).toThrow('Unknown argument "nope"');
  expect(() => library.compiled('{ books }')).toThrow('must have a selection of subfields');
  await expect(library.answer('{ book(shelf: "a", position: 1) { lender } }')).rejects.toThrow(
    'a statement uses lender, which has no value',
  );
});
