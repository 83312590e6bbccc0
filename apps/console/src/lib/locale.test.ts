import { expect, it } from 'vitest';
import { preferredLocale } from './locale.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.5, de-CH', 'de-CH'],
  ['*;q=0.9, nl;q=0.1', 'nl-NL'],
  ['xx-not-a-locale!, de', 'de-DE'],
  ['fr;q=0, en-US', 'en-US'],
  ['fr-CH, nl-BE;q=0.5', 'nl-BE'],
  ['fr-CH', 'en-GB'],
  ['', 'en-GB'],
  [null, 'en-GB'],
  ['*', 'en-GB'],
  [`${'_,'.repeat(9)}de`, 'de-DE'],
  [`${'_,'.repeat(10)}de`, 'en-GB'],
])('parses %j as %s', (header, locale) => {
  expect(preferredLocale(null, header)).toBe(locale);
});

it.each([
  ['nl', 'en-US, nl-BE;q=0.5', 'nl-BE'],
  ['nl', 'de-AT', 'nl-NL'],
  ['de', null, 'de-DE'],
  ['fr', 'nl-BE', 'nl-BE'],
])('prefers the chosen language %s to %j: %s', (chosen, header, locale) => {
  expect(preferredLocale(chosen, header)).toBe(locale);
});
