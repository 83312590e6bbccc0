import { describe, expect, it } from 'vitest';
import { tagChanges } from './tags-acts.ts';

const tag = (key: string, value: string | number) => ({ key, value });

describe('the difference between two sets of tags', () => {
  it.each([
    ['nothing', [tag('a', 1)], [tag('a', 1)], [], []],
    ['a new key', [], [tag('a', 'x')], [tag('a', 'x')], []],
    ['another value', [tag('a', 'x'), tag('b', 'y')], [tag('a', 'z'), tag('b', 'y')], [tag('a', 'z')], []],
    ['a number for its text', [tag('a', '1')], [tag('a', 1)], [tag('a', 1)], []],
    ['a removed key', [tag('a', 'x'), tag('b', 'y')], [tag('b', 'y')], [], [{ key: 'a' }]],
    ['another key', [tag('a', 'x')], [tag('b', 'x')], [tag('b', 'x')], [{ key: 'a' }]],
  ])('covers %s', (_, before, after, assigned, removed) => {
    expect(tagChanges(before, after)).toEqual({ assigned, removed });
  });
});
