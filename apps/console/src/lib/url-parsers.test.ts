import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import { parseAsId, parseAsSetOf, parseAsText } from './url-parsers.ts';

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
