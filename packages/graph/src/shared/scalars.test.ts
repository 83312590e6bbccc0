import { Prisma } from '@channel/prisma';
import { assertScalarType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';

const scalar = (name: string) => assertScalarType(schema.getType(name));
/** The parsed input value, or `refused`. */
function read(name: string, value: unknown): unknown {
  try {
    return scalar(name).parseValue(value);
  } catch {
    return 'refused';
  }
}
const print = (name: string, value: unknown) => scalar(name).serialize(value);

describe('input', () => {
  it('in a document is refused with its place', () => {
    for (const filter of [
      'updatedSince: "2026-13-01"',
      'activityDate: { start: "2026-13-01" }',
      'tags: [{ key: "a", value: true }]',
    ]) {
      const text = `{ ordersMeta(filter: { ${filter} }) { total } }`;
      const value = filter.search(/"2026|true/) + '{ ordersMeta(filter: { '.length + 1;
      expect([filter, validate(schema, parse(text))]).toMatchObject([
        filter,
        [{ message: expect.stringMatching(/^must be /), locations: [{ line: 1, column: value }] }],
      ]);
    }
  });

  it('of a Date is a valid date', () => {
    expect(read('Date', '2028-02-29')).toEqual(new Date('2028-02-29T00:00:00Z'));
    for (const value of [
      '2026-02-29',
      '2026-2-1',
      'tomorrow',
      'infinity',
      '',
      20_260_101,
      null,
      {},
      '2026-01-01T00:00:00Z',
    ]) {
      expect([value, read('Date', value)]).toEqual([value, 'refused']);
    }
  });

  it('of a DateTime is an instant with its offset', () => {
    expect(read('DateTime', '2026-06-10T10:00:00.5+02:00')).toEqual(new Date('2026-06-10T08:00:00.500Z'));
    expect(read('DateTime', '2026-06-10T10:00Z')).toEqual(new Date('2026-06-10T10:00:00Z'));
    for (const value of [
      '2026-06-10T10:00:00',
      '2026-02-30T10:00:00Z',
      '2026-06-10T24:00:00Z',
      '2026-06-10',
      0,
      '2026-06-10T10:00:00+99:00',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:00-14:00',
    ]) {
      expect([value, read('DateTime', value)]).toEqual([value, 'refused']);
    }
  });

  it('of a LocalTime is HH:MM, with or without seconds', () => {
    expect(read('LocalTime', '08:05')).toEqual(new Date('1970-01-01T08:05:00Z'));
    expect(read('LocalTime', '23:59:59')).toEqual(new Date('1970-01-01T23:59:59Z'));
    for (const value of ['24:00', '8:05', '08:60', '08:05:60', '', 805, null]) {
      expect([value, read('LocalTime', value)]).toEqual([value, 'refused']);
    }
  });

  it('of a Decimal is a finite number, exact when given as text', () => {
    expect(read('Decimal', '0.1')).toEqual(new Prisma.Decimal('0.1'));
    expect(read('Decimal', 52.25)).toEqual(new Prisma.Decimal('52.25'));
    expect(read('Decimal', '-12345678901234567890.0123456789')).toEqual(
      new Prisma.Decimal('-12345678901234567890.0123456789'),
    );
    for (const value of [
      'NaN',
      '1_000',
      '0x1F',
      '1e5',
      '.5',
      '5.',
      '',
      ' 1',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      true,
      null,
    ]) {
      expect([value, read('Decimal', value)]).toEqual([value, 'refused']);
    }
  });

  it('of a TagValue is a string or a finite number', () => {
    for (const value of ['', '12', 12, 0, -0.5, 1e21]) expect(read('TagValue', value)).toBe(value);
    for (const value of [true, null, [], {}, Number.NaN])
      expect([value, read('TagValue', value)]).toEqual([value, 'refused']);
  });

  it('of a LocalDateTime is a reading of the clock', () => {
    const reading = new Date('2026-06-10T10:30:00Z');
    for (const value of ['2026-06-10 10:30:00', '2026-06-10T10:30', '2026-06-10 10:30'])
      expect(read('LocalDateTime', value)).toEqual(reading);
    for (const value of ['2026-06-31 10:00', '2026-06-10', '2026-06-10 25:00', '2026-06-10T10:30:00Z', 5])
      expect([value, read('LocalDateTime', value)]).toEqual([value, 'refused']);
  });

  it('is refused for Unknown', () => {
    expect(read('Unknown', 1)).toBe('refused');
  });
});

describe('output', () => {
  const moment = new Date('2026-06-10T08:05:06.007Z');

  it('has one format for each scalar', () => {
    expect(print('Date', moment)).toBe('2026-06-10');
    expect(print('DateTime', moment)).toBe('2026-06-10T08:05:06.007Z');
    expect(print('LocalDateTime', moment)).toBe('2026-06-10 08:05:06');
    expect(print('LocalTime', moment)).toBe('08:05:06');
    expect(print('Decimal', new Prisma.Decimal('10.00'))).toBe(10);
    expect(print('Decimal', new Prisma.Decimal('0.105'))).toBe(0.105);
    expect([print('TagValue', '12'), print('TagValue', 12)]).toEqual(['12', 12]);
  });

  it('is an internal error where a resolver answers with no valid Date', () => {
    for (const name of ['Date', 'DateTime', 'LocalDateTime', 'LocalTime']) {
      for (const value of ['2026-06-10', new Date(Number.NaN), null])
        expect(() => print(name, value)).toThrow(TypeError);
    }
  });
});
