import { expect, it } from 'vitest';
import { preferredLocale } from './locale.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.5, fr-CH', 'fr-CH'],
  ['*;q=0.9, it;q=0.1', 'it'],
  ['xx-not-a-locale!, es', 'es'],
  ['fr;q=0, en-US', 'en-US'],
  ['', 'en-GB'],
  [null, 'en-GB'],
  ['*', 'en-GB'],
  [`${'_,'.repeat(9)}de`, 'de'],
  [`${'_,'.repeat(10)}de`, 'en-GB'],
])('parses %j as %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});
