import { expect, it } from 'vitest';
import { parseDayRange, writeDayRange } from './day-range.ts';

it.each([
  ['2026-11-20..2026-11-27', { from: '2026-11-20', to: '2026-11-27' }],
  ['2026-11-20..', { from: '2026-11-20', to: null }],
  ['..2026-11-27', { from: null, to: '2026-11-27' }],
  ['2026-11-27..2026-11-20', { from: '2026-11-27', to: '2026-11-20' }],
  ['2026-11-20', { from: '2026-11-20', to: '2026-11-20' }],
])('parses and formats %s', (text, range) => {
  expect(parseDayRange(text)).toEqual(range);
  expect(writeDayRange(range)).toBe(text);
});

it.each(['', '..', 'x', '2026-02-30', '2026-11-20..x', '2026-11-20..2026-11-21..2026-11-22'])('rejects %j', (text) => {
  expect(parseDayRange(text)).toBe(null);
});
