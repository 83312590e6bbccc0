import { expect, it } from 'vitest';
import { formatInstant, microsecondsOf, readInstant } from './instant.ts';

it.for([
  ['2026-11-28T09:30:00.123456Z', '2026-11-28T09:30:00.123456Z'],
  ['2026-11-28T09:30:00.000001Z', '2026-11-28T09:30:00.000001Z'],
  ['2026-11-28T09:30:00.1234Z', '2026-11-28T09:30:00.123400Z'],
  ['2026-11-28T10:30:00.123456+01:00', '2026-11-28T09:30:00.123456Z'],
  ['2026-11-28T09:30:00.123Z', '2026-11-28T09:30:00.123Z'],
  ['2026-11-28T09:30:00Z', '2026-11-28T09:30:00.000Z'],
  ['2026-11-28T09:30Z', '2026-11-28T09:30:00.000Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
] as const)('%s is read to the microsecond', ([text, written]) => {
  const instant = readInstant(text);
  expect(instant && formatInstant(instant)).toBe(written);
});

it('instants within a millisecond differ', () => {
  const [one, other] = ['2026-11-28T09:30:00.123456Z', '2026-11-28T09:30:00.123457Z'].map(readInstant);
  if (!one || !other) throw new Error('They are not read');
  expect(one.getTime()).toBe(other.getTime());
  expect(microsecondsOf(other) - microsecondsOf(one)).toBe(1);
});

it.for([
  '2026-11-28T09:30:00.1234567Z',
  '2026-11-28T09:30:00.123456',
  '2026-11-28T09:30:00,123456Z',
  '2026-02-30T09:30:00Z',
  '2026-11-28T25:30:00Z',
  '2026-11-28',
  'now',
])('%s is no instant', (text) => expect(readInstant(text)).toBeUndefined());
