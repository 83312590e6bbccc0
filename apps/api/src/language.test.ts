import { expect, it } from 'vitest';
import { languagesIn } from './language.ts';

it.each<[string | string[] | undefined, string[]]>([
  [undefined, []],
  ['', []],
  ['nl', ['nl']],
  ['NL', ['nl']],
  ['nl-NL', ['nl']],
  ['nl_NL', ['nl']],
  ['zh-Hant-TW', ['zh']],
  ['nl-NL,en;q=0.8,de;q=0.9', ['nl', 'de', 'en']],
  ['en;q=0.5, nl', ['nl', 'en']],
  ['nl-NL, nl-BE;q=0.5', ['nl']],
  ['fr;q=0, nl;q=0.1', ['nl']],
  ['*', []],
  ['english', []],
  ['n', []],
  ['nl;q=2', []],
  ['xx, nl', ['xx', 'nl']],
  [Array.from({ length: 50 }, () => 'nl').join(), ['nl']],
  ['nl\u0000', []],
])('%j names %j', (header, languages) => {
  expect(languagesIn(header)).toEqual(languages);
});
