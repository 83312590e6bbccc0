import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import {
  parseAsDay,
  parseAsFlag,
  parseAsId,
  parseAsSetOf,
  parseAsText,
  unknownValues,
  withoutValue,
} from './url-parsers.ts';

const load = createLoader({
  known: parseAsSetOf(parseAsStringLiteral(['a', 'b'])),
  ids: parseAsSetOf(parseAsId),
  texts: parseAsSetOf(parseAsText),
  q: parseAsText,
});
const read = (search: Record<string, string>) => load(new URLSearchParams(search));

describe('a set in a URL', () => {
  it('contains each entry once, in the order of the URL', () => {
    expect(read({ known: 'b,a,'.repeat(2_500), ids: '2,1,2', texts: 'x,y,x' })).toMatchObject({
      known: ['b', 'a'],
      ids: [2, 1],
      texts: ['x', 'y'],
    });
  });

  it('has at most 100 entries', () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => index + 1);
    expect(read({ ids: numbers.join() }).ids).toEqual(numbers.slice(0, 100));
  });

  it('omits invalid entries, and preserves commas within a text', () => {
    expect(read({ known: 'a,c', texts: 'x%2Cy,z', ids: '' })).toMatchObject({
      known: ['a'],
      texts: ['x,y', 'z'],
      ids: [],
    });
    expect(parseAsSetOf(parseAsText).serialize(['x,y', 'z'])).toBe('x%2Cy,z');
  });
});

describe('a text in a URL', () => {
  it('has at most 500 characters', () => {
    expect(read({ q: 'x'.repeat(10_000) }).q).toBe('x'.repeat(500));
    expect(read({ texts: 'x'.repeat(10_000) }).texts).toEqual(['x'.repeat(500)]);
  });

  it('is well-formed after truncation within a surrogate pair', () => {
    expect(read({ q: `${'x'.repeat(499)}\u{1f600}` }).q).toBe(`${'x'.repeat(499)}\ufffd`);
  });
});

describe('unknown values in a URL', () => {
  const parsers = {
    status: parseAsSetOf(parseAsStringLiteral(['Booked', 'Deleted'])).withDefault([]),
    order: parseAsId,
    from: parseAsDay,
    today: parseAsFlag.withDefault(false),
    q: parseAsText.withDefault(''),
  };
  const unknown = (query: string) => unknownValues(parsers, new URLSearchParams(query)).map(({ value }) => value);

  it.each([
    ['status=Booked,Foo,Deleted,Bar', ['Foo', 'Bar']],
    ['status=Foo', ['Foo']],
    ['order=12&from=2026-02-28&today=true&q=Foo&status=Booked', []],
    ['order=twelve&from=2026-02-30&today=maybe', ['twelve', '2026-02-30', 'maybe']],
    ['status=&order=&other=Foo', []],
  ])('%s has %j', (query, values) => {
    expect(unknown(query)).toEqual(values);
  });

  it('are removed one by one', () => {
    const search = new URLSearchParams('status=Booked,Foo&order=twelve&q=a b');
    expect(withoutValue(search, { name: 'status', value: 'Foo' })).toBe('status=Booked&order=twelve&q=a+b');
    expect(withoutValue(search, { name: 'order', value: 'twelve' })).toBe('status=Booked,Foo&q=a+b');
  });
});
