import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wire } from './wire.ts';

function refused(schema: z.ZodType, value: unknown): string[] {
  const read = schema.safeParse(value);
  return read.success ? [] : [...new Set(read.error.issues.map(({ message }) => message))];
}

describe('dates', () => {
  it.each(['2028-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s exists', (value) => {
    expect(wire.date().parse(value)).toBe(value);
  });

  it.each([
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '0000-01-01',
    '10000-01-01',
    '2026-1-1',
    '20260101',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    'infinity',
    'tomorrow',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
    '',
    20260101,
    true,
  ])('%j is refused', (value) => {
    expect(refused(wire.date(), value)).toEqual(['must be a valid date (YYYY-MM-DD)']);
  });

  it('with time have an offset; a date alone is accepted with `orDate`', () => {
    for (const value of ['2026-05-04T09:30:00Z', '2026-05-04T09:30:00.123+02:00', '2026-05-04T09:30-0500']) {
      expect(wire.dateTime().parse(value)).toBe(value);
    }
    for (const value of [
      '2026-02-30T09:30:00Z',
      '2026-05-04T24:00:00Z',
      '2026-05-04T09:30:00',
      '2026-05-04 09:30:00Z',
      '2026-05-04',
    ]) {
      expect(refused(wire.dateTime(), value)).toHaveLength(1);
    }
    expect(wire.dateTime({ orDate: true }).parse('2026-05-04')).toBe('2026-05-04');
    expect(refused(wire.dateTime({ orDate: true }), '2026-02-30')).toHaveLength(1);
  });
});

describe('times', () => {
  it.each(['24:00', '23:60', '9:5', '09:05:00', '9:05 PM', 'allballs', ' 09:05', '09:05\n', '', 905])(
    '%j is refused',
    (value) => {
      expect(refused(wire.timeHM(), value)).toEqual(['must be a time (HH:MM)']);
    },
  );

  it('are HH:MM, with seconds only in timeHMS', () => {
    expect([wire.timeHM().parse('00:00'), wire.timeHM().parse('23:59'), wire.timeHMS().parse('09:05:07')]).toEqual([
      '00:00',
      '23:59',
      '09:05:07',
    ]);
    expect(refused(wire.timeHMS(), '09:05:60')).toHaveLength(1);
  });
});

describe('text', () => {
  it.each(['', 'é', '😀', 'a\u202eb', 'x'.repeat(2_000), "' OR 1=1--", '\\', '<script>', '\r\n'])(
    '%j is kept',
    (value) => {
      expect(wire.text().parse(value)).toBe(value);
    },
  );

  it.each(['a\u0000b', '\ud800', 'x\udc00y', 'x'.repeat(2_001), 5, null, {}, [], ['a']])('%j is refused', (value) => {
    expect(refused(wire.text(), value)).toHaveLength(1);
  });

  it.each([
    '',
    'a',
    'a@',
    '@b.example',
    'a@b@c.example',
    'a b@c.example',
    'a@b.example\r\nBcc: x@y.example',
    `${'a'.repeat(320)}@b.example`,
    '"a"@b.example',
  ])('%j is not an e-mail address', (value) => {
    expect(refused(wire.email(), value)).toEqual(['must be a valid e-mail address']);
  });

  it('is an e-mail address', () => {
    expect(wire.email().parse("o'neil+tag@mail.example.org")).toBe("o'neil+tag@mail.example.org");
  });

  it('is one of a few', () => {
    expect(refused(wire.oneOf(['Booked', 'Cancelled']), 'CANCELED')).toEqual(['must be one of Booked, Cancelled']);
  });
});

describe('numbers', () => {
  it.each(['1', true, null, 1.5, '', [], {}, 2 ** 31, -(2 ** 31) - 1, Number.POSITIVE_INFINITY, Number.NaN])(
    'strict: %j is not an integer',
    (value) => {
      expect(refused(wire.int(), value)).toEqual(['must be an integer']);
    },
  );

  it('loose: canonical digits are integers', () => {
    expect(['0', '15', '-3', 7].map((value) => wire.loose.int().parse(value))).toEqual([0, 15, -3, 7]);
    for (const value of [
      '',
      ' 15',
      '015',
      '1.0',
      '1e3',
      '0x1F',
      '١',
      '-0',
      '+1',
      '2147483648',
      'NaN',
      true,
      null,
      '9'.repeat(400),
    ]) {
      expect([value, refused(wire.loose.int(), value)]).toEqual([value, ['must be an integer']]);
    }
    expect(refused(wire.loose.int({ min: 1, max: 20 }), '21')).toEqual(['must be an integer from 1 to 20']);
  });

  it('loose: decimals and booleans may be text', () => {
    expect(['1.5', '-2', 3.25].map((value) => wire.loose.number().parse(value))).toEqual([1.5, -2, 3.25]);
    expect(['true', 'false', '1', '0', 1, 0, true, false].map((value) => wire.loose.bool().parse(value))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    for (const value of ['yes', 'TRUE', '', 2, null])
      expect(refused(wire.loose.bool(), value)).toEqual(['must be true or false']);
    for (const value of ['1', 0, null]) expect(refused(wire.bool(), value)).toEqual(['must be true or false']);
    for (const value of ['1e3', 'Infinity', '', '.5', null])
      expect(refused(wire.loose.number(), value)).toEqual(['must be a number']);
  });
});

describe('ids', () => {
  const message = ['must be an id (a positive integer)'];

  it('in bodies are JSON integers from 1 to 2^53-1', () => {
    for (const value of [1, 2 ** 31, 2 ** 53 - 1]) expect(wire.id().parse(value)).toBe(value);
    for (const value of [0, -1, '1', 1.5, null, 2 ** 53]) expect(refused(wire.id(), value)).toEqual(message);
  });

  it('in bodies may come as digits, and can have a custom message', () => {
    expect([5, '5'].map((value) => wire.loose.bodyId().parse(value))).toEqual([5, 5]);
    for (const value of [0, '-1', 'x', '1.0', null]) {
      expect(refused(wire.loose.bodyId(), value)).toEqual(message);
      expect(refused(wire.loose.bodyId('is not known'), value)).toEqual(['is not known']);
      expect(refused(wire.id('is not known'), value)).toEqual(['is not known']);
    }
  });

  it('in filters become 0 when no row can have them', () => {
    expect(
      [5, '5', 0, '0', 2 ** 53, '9007199254740992', '9'.repeat(30), '2147483648'].map((value) =>
        wire.filterId().parse(value),
      ),
    ).toEqual([5, 5, 0, 0, 0, 0, 0, 2 ** 31]);
    for (const value of ['-1', -1, '1.5', 1.5, 'x', '', null, '01'])
      expect(refused(wire.filterId(), value)).toEqual(message);
  });
});

describe('lists in one text', () => {
  const ids = wire.barList(wire.filterId());

  it('lose duplicates', () => {
    expect(ids.parse('3|1|3|99999999999999999|88888888888888888')).toEqual([3, 1, 0]);
    expect(ids.parse(Array.from({ length: 5_000 }, () => '7').join('|'))).toEqual([7]);
    expect(wire.barList(wire.text()).parse('a b|c')).toEqual(['a b', 'c']);
  });

  it('hold at most 10,000 values, duplicates included', () => {
    const many = (count: number) => Array.from({ length: count }, () => '7').join('|');
    expect(ids.parse(many(10_000))).toEqual([7]);
    expect(refused(ids, many(10_001))).toEqual(['must have at most 10000 values joined by |, repetitions included']);
  });

  it.each([
    '',
    '|',
    '1|',
    '|1',
    '1||2',
    '1,2',
    '1|x',
    ' 1',
    '1| 2',
    ['1'],
    {},
    5,
    null,
    Array.from({ length: 1_001 }, (_, at) => at + 1).join('|'),
  ])('refuse %.20j', (value) => {
    expect(refused(ids, value)).toEqual([expect.stringContaining('|')]);
  });
});

describe('optional members', () => {
  const schema = z.object({ a: wire.optional(wire.id()), b: wire.nullable(wire.id()) });

  it('may be null, which is kept only by nullable members', () => {
    expect(schema.parse({})).toEqual({});
    expect(schema.parse({ a: null, b: null })).toEqual({ a: undefined, b: null });
    expect(schema.safeParse({ a: 'x', b: 'y' }).error?.issues.map(({ path }) => path)).toEqual([['a'], ['b']]);
  });

  it('is not required in the published schema', () => {
    expect(z.toJSONSchema(schema, { io: 'input' }).required).toBeUndefined();
    expect(z.toJSONSchema(z.object({ c: wire.loose.int(), d: wire.date() }), { io: 'input' })).toMatchObject({
      required: ['c', 'd'],
      properties: { c: { type: 'integer' }, d: { type: 'string', format: 'date' } },
    });
  });
});
