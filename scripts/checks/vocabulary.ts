import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up/project.mjs';

/*
 * Words that readers of this repository stumbled over, and the terms to use instead. A name in capitals or camel case is
 * checked word by word. A line that needs such a word gives the reason: `vocabulary: <reason>`.
 */

type Denied = { pattern: RegExp; instead: string };

/** Matches a word in prose or within a name such as `aWord`, `A_WORD` or `Word`. */
const word = (lower: string): RegExp => {
  const capital = lower[0]?.toUpperCase() + lower.slice(1);
  return new RegExp(
    `(?<![A-Za-z])${lower}(?![a-z])|${capital}(?![a-z])|(?<![A-Z])${lower.toUpperCase()}(?![A-Za-z])`,
    'g',
  );
};

const DENIED: readonly Denied[] = [
  { pattern: word('faults?'), instead: 'field error, violation, failure' },
  { pattern: /planned[ _]?errors?/gi, instead: 'HttpError, expected error' },
  { pattern: word('doors?'), instead: 'channel, entry point' },
  { pattern: word('twins?'), instead: 'SQL resolver, field SQL; a duplicate' },
  { pattern: word('contenders?'), instead: 'target (of the benchmark)' },
  { pattern: word('travellers?'), instead: 'passenger' },
  { pattern: word('asked'), instead: 'requested' },
  { pattern: word('told'), instead: 'notified, reported' },
  { pattern: /\b[Rr]e-?spell|\b[Ss]pell(?:s|ed)\b/g, instead: 'format, serialize' },
  { pattern: /(?:staffed|administered)_?by/gi, instead: 'staffOrganizationIds, adminOrganizationIds' },
  { pattern: /order_words|[oO]rderWords|signs_of|signsOf/g, instead: 'order_search, symbols' },
  { pattern: /USUAL_SIZE/g, instead: 'DEFAULT_PAGE_SIZE' },
  { pattern: /\bMOST_[A-Z]/g, instead: 'MAX_…' },
  { pattern: /giveBack|\bg(?:ave|ive[sn]?|iving) back\b/gi, instead: 'release' },
  { pattern: /mannerOf|\bmanner\b/g, instead: 'execution strategy' },
  { pattern: /carryOut|\bcarr(?:y|ies|ied|ying) out\b/gi, instead: 'execute, run' },
  { pattern: /looksUp|\blook-ups? (?:before|first)/g, instead: 'preflight query' },
  { pattern: word('surroundings'), instead: 'compiler environment' },
  { pattern: word('sameness'), instead: 'equivalence' },
  { pattern: /\bodd world|oddWorld|OddWorld/g, instead: 'edge-case fixtures' },
  { pattern: /toldWhatChanged|digHoles|\bmortals?\b/g, instead: 'staleDetails, mutations, crashable' },
  {
    pattern: /\bwhat is asked\b|\bnever meets?\b|\bwho sees what\b|\bas it stands in\b/g,
    instead: 'the condition itself',
  },
];

const SOURCE = [
  '{apps,packages,prisma,examples,e2e,scripts,docs}/**/*.{ts,tsx,mjs,js,cjs,sh,md,graphql,prisma,sql,css,yml,yaml}',
  '{apps,packages}/*/package.json',
  '{prisma,examples,e2e,scripts}/package.json',
  '*.{md,mjs,ts,js,cjs,sh,yml,yaml}',
  'package.json',
];
/*
 * The changelog and the last release are history, generated files and catalogues of texts follow their sources, and the texts of demo products
 * are data.
 */
const EXEMPT =
  /node_modules|\/generated\/|\/src\/gql\/|\/migrations\/|console\/src\/texts\/|\.next\/|docs\/changelog\.md$|docs\/release\/|prisma\/seed\/catalog\/|scripts\/checks\/vocabulary(?:\.test)?\.ts$/;

const EXCEPTION = /vocabulary: \S/;

/** Each denied word of a text, with its line number and the term to use instead. */
export function deniedWords(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      EXCEPTION.test(line)
        ? []
        : DENIED.flatMap(({ pattern, instead }) =>
            Array.from(line.matchAll(pattern), ([found]) => `${index + 1}: "${found}": say ${instead}`),
          ),
    );
}

/** The files that are checked, relative to the repository. */
export const checkedFiles = (): string[] => globSync(SOURCE, { cwd: root }).filter((path) => !EXEMPT.test(path));

/** The denied words of the whole repository, by file; undefined where there are none. */
export function checkVocabulary(): string | undefined {
  const found = checkedFiles().flatMap((path) => [
    ...deniedWords(path).map((denied) => `${path} (its name): ${denied}`),
    ...deniedWords(readFileSync(join(root, path), 'utf8')).map((denied) => `${path}:${denied}`),
  ]);
  return found.length === 0 ? undefined : found.join('\n');
}
