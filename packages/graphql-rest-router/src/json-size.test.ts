import { describe, expect, it } from 'vitest';
import { holdsMoreThan } from './json-size.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const list = (length: number) => Array.from({ length }, () => 1);

describe('holdsMoreThan', () => {
  it.each([
    ['entries of a list', list(101)],
    ['members of an object', Object.fromEntries(list(101).map((_, index) => [index, '']))],
    ['lists in lists', list(101).reduce<unknown[]>((inner) => [inner], [])],
    ['members of entries', list(40).map(() => ({ a: 1, b: 2 }))],
  ])('counts %s', (_what, value) => {
    expect(holdsMoreThan(100, bytes(value))).toBe(true);
  });

  it('ignores punctuation inside strings', () => {
    for (const text of [',[{'.repeat(500), '\\",'.repeat(500), '\\'.repeat(501)]) {
      expect(holdsMoreThan(100, bytes({ [text]: text, list: list(90) })), text.slice(0, 6)).toBe(false);
      expect(holdsMoreThan(100, bytes({ [text]: text, list: list(110) })), text.slice(0, 6)).toBe(true);
    }
  });
});
