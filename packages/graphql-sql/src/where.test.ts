import { AnyNull } from '@prisma/client/runtime/client';
import { describe, expect, it } from 'vitest';
import { linked } from './tables.ts';
import { Unsupported } from './unsupported.ts';
import { aliases, whereSql } from './where.ts';

const column = (name: string, type: string, cast: string) => ({
  column: name,
  type,
  cast,
  isList: false,
  isRequired: true,
});
const { Place } = linked({
  Place: {
    name: 'place',
    key: ['id'],
    columns: {
      id: column('id', 'Int', 'int4'),
      zone: column('zone', 'String', 'text'),
      texts: column('texts', 'Json', 'jsonb'),
      day: column('day', 'DateTime', 'date'),
    },
    relations: { inside: { to: 'Place', isList: false, own: ['parent_id'], foreign: ['id'] } },
  },
});

const where = (condition: object) => whereSql({ table: Place, alias: 'q', newAlias: aliases('w') }, condition);

describe('a condition', () => {
  it('that is unknown is refused and never guessed', () => {
    for (const condition of [
      { zone: { in: ['a'], mode: 'insensitive' } },
      { zone: { notIn: ['a'], mode: 'insensitive' } },
      { zone: { not: 'a', mode: 'insensitive' } },
      { zone: { lt: 'a', mode: 'insensitive' } },
      { zone: { not: { startsWith: 'a' } } },
      { zone: { search: 'a' } },
      { area: 'a' },
      { inside: { texts: { path: ['nl'], string_contains: 'a', string_starts_with: 'b' } } },
      { inside: { texts: { path: ['nl'], string_ends_with: 'b' } } },
      { inside: { texts: { path: ['nl'], not: AnyNull } } },
      { inside: { texts: { equals: AnyNull } } },
    ])
      expect(() => where(condition), JSON.stringify(condition)).toThrow(Unsupported);
  });

  it('on JSON compares a text, or its absence', () => {
    expect(where({ texts: { path: ['nl'], equals: AnyNull } }).texts.join('?')).toBe(
      '(q."texts" #>> ?::text[]) IS NULL',
    );
  });

  it('means what it means to Prisma', () => {
    const shown = (condition: object) => where(condition).texts.join('?');
    const [a, b] = [{ zone: 'a' }, { zone: 'b' }];
    expect(
      [{ NOT: [a, b] }, { NOT: [] }, { NOT: {} }, { OR: [{ zone: undefined }, a] }, { OR: [{}] }].map(shown),
    ).toEqual([
      'NOT (q."zone" = ?::text OR q."zone" = ?::text)',
      'NOT (false)',
      'NOT (false)',
      '(q."zone" = ?::text)',
      'false',
    ]);
    expect(shown({ zone: Object.assign(Object.create(null), { contains: 'a' }) })).toBe('(q."zone" LIKE ?::text)');
    expect(shown({ inside: { is: a, isNot: b } })).toMatch(/^\(EXISTS .* AND NOT EXISTS /s);
    expect(shown({ inside: { isNot: null } })).toMatch(/^\(EXISTS /);
    expect(() => where({ inside: { isNot: b, zone: 'a' } })).toThrow(Unsupported);
    const days = Array.from({ length: 101 }, () => new Date('2026-03-01T00:00:00Z'));
    const [parameter] = where({ day: { in: days } }).parameters;
    expect(parameter).toEqual({ value: days.map(() => '2026-03-01') });
  });

  it('with a set of values is the same in whatever order they were found', () => {
    for (const operator of ['in', 'notIn', 'hasSome']) {
      const values = [
        ['b', 'a', 'c'],
        [10, 9, 1],
        [new Date(86_400_000), new Date(0)],
      ];
      for (const [index, found] of values.entries()) {
        const field = ['zone', 'id', 'day'][index] ?? '';
        const [one, other] = [found, found.toReversed()].map((each) => where({ [field]: { [operator]: each } }));
        expect(one?.parameters).toEqual(other?.parameters);
        expect(one?.parameters).not.toEqual(where({ [field]: { [operator]: found.slice(1) } }).parameters);
      }
    }
  });

  it('in insensitive mode can match a whole text, a part, its beginning or its end', () => {
    for (const operator of ['equals', 'contains', 'startsWith', 'endsWith'])
      expect(where({ zone: { [operator]: 'a', mode: 'insensitive' } }).texts.join('')).toContain('ILIKE');
  });
});
