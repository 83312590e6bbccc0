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

  it('in insensitive mode can match a whole text, a part, its beginning or its end', () => {
    for (const operator of ['equals', 'contains', 'startsWith', 'endsWith'])
      expect(where({ zone: { [operator]: 'a', mode: 'insensitive' } }).texts.join('')).toContain('ILIKE');
  });
});
