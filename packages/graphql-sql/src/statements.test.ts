import { describe, expect, it } from 'vitest';
import { Lru } from './lru.ts';
import { bound, concat, named, namedValues, plannedEachTime, raw, sql } from './sql.ts';
import { cachedStatement, cachedStatements, MAX_CHARACTERS, TooManyValues } from './statements.ts';

describe('a map of bounded size', () => {
  it('evicts the least recently used value', () => {
    const map = new Lru<string>({ max: 2 });
    const made: string[] = [];
    const get = (key: string) =>
      map.get(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect([get('a'), get('b'), get('a'), get('c'), get('a'), get('b')]).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(map.size).toBe(2);
  });

  it('keeps nothing when making a value fails', () => {
    const map = new Lru<string>({ max: 2 });
    expect(() => map.get('a', () => expect.unreachable())).toThrow();
    expect(map.size).toBe(0);
    expect(map.get('a', () => 'made')).toBe('made');
  });

  it('is also bounded by total weight, and keeps no value that is too heavy', () => {
    const of = (key: string, value: string) => key.length + value.length;
    const map = new Lru<string>({ max: 9, weight: { max: 20, heaviest: 12, of } });
    const get = (key: string, length: number) => map.get(key, () => key.repeat(length)).length;
    expect([get('a', 8), get('b', 8), map.size, map.weight]).toEqual([8, 8, 2, 18]);
    // A known value is not weighed again; the third value evicts the oldest.
    expect([get('a', 0), get('c', 4), map.size, map.weight]).toEqual([8, 4, 2, 14]);
    // An evicted value is rebuilt; a value that is too heavy evicts nothing.
    expect([get('b', 1), get('d', 12), get('d', 13), map.size, map.weight]).toEqual([1, 12, 13, 3, 16]);
  });
});

describe('pieces of SQL', () => {
  it('can be concatenated in any number', () => {
    const many = concat(Array.from({ length: 200_000 }, (_, index) => bound(index, 'int')));
    expect(concat([many, many]).parameters).toHaveLength(400_000);
  });
});

describe('statements', () => {
  it('are cached up to a maximum of characters, except statements that are too large', () => {
    const keep = (key: string, characters: number) => cachedStatement(key, () => raw(key.padEnd(characters)), {});
    for (let index = 0; index < 200; index += 1) keep(`large ${index}`, 190_000);
    const { count, characters } = cachedStatements();
    expect([count, characters <= MAX_CHARACTERS, characters > 0.9 * MAX_CHARACTERS]).toEqual([84, true, true]);
    for (let time = 0; time < 3; time += 1)
      expect([keep('huge', 300_000).name, cachedStatements()]).toEqual([undefined, { count, characters }]);
    expect([keep('small', 10).name, keep('small', 10).name]).toEqual([undefined, expect.stringMatching(/^s_/)]);
  });

  it('with more parameters than Postgres supports are refused before they are sent', () => {
    const of = (parameters: number) => {
      const values = concat(Array.from({ length: parameters }, (_, index) => bound(index, 'int')));
      return cachedStatement(
        `of ${parameters}`,
        () => named(values, 'q'),
        Object.fromEntries(namedValues(values, 'q')),
      );
    };
    expect(of(65_535).values).toHaveLength(65_535);
    expect(() => of(65_536)).toThrow(TooManyValues);
  });

  it('are planned each time if one of their pieces is', () => {
    const whole = sql`SELECT ${sql`(${plannedEachTime(raw('1'))})`}`;
    expect([whole.isPlannedEachTime, raw('1').isPlannedEachTime]).toEqual([true, false]);
    const keep = () => cachedStatement('planned', () => whole, {}, whole.isPlannedEachTime).name;
    expect([keep(), keep()]).toEqual([undefined, undefined]);
  });
});
