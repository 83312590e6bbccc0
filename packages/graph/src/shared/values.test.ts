import { expect, it } from 'vitest';
import { anyText, text, time } from './values.ts';

it('a text has something to see, and no control characters', () => {
  for (const good of ['a', 'Älm 木 🦊', 'two\nlines\tand more', 'e\u0301', '–'])
    expect([good, text().safeParse(good).success]).toEqual([good, true]);
  for (const bad of [
    '',
    ' ',
    '\u0000',
    '\u200b',
    '\u202e',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u0301',
    'a\u0007b',
    '\n',
    'a\u0007',
    'a\u0085',
    '\ud800',
    'x'.repeat(501),
  ])
    expect([bad, text().safeParse(bad).success]).toEqual([bad, false]);
  expect(anyText().safeParse('').success).toBe(true);
  expect(anyText().safeParse('a\u0007').success).toBe(false);
});

it('a time of day has no seconds', () => {
  expect(time.safeParse('10:00').data).toEqual(new Date('1970-01-01T10:00:00Z'));
  expect(time.safeParse(new Date('1970-01-01T10:30:00Z')).success).toBe(true);
  for (const bad of ['10:00:30', '24:00', new Date('1970-01-01T10:00:30Z')])
    expect([bad, time.safeParse(bad).success]).toEqual([bad, false]);
});
