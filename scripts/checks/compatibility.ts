import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED, surfacesOf } from '../packages/published.ts';
import { root } from '../set-up/project.mjs';
import { graphqlBreaks } from './graphql-breaks.ts';
import { openapiBreaks } from './openapi-breaks.ts';
import { surfaceBreaks } from './surface-breaks.ts';

/*
 * A break of a public document since the last release fails unless docs/changelog.md declares it: an entry of the
 * section Unreleased begins with "Breaking" and ends with the names of its breaks.
 *
 * - **Breaking:** GraphQL: orders have no note; read their tags (`graphql Order.note`).
 */

/** A change that can break a client, named by its place, such as `Order.status`. */
type Break = { name: string; reason: string };

/** The folder of the last release's documents; its release.json names their commit. */
export const RELEASE = 'docs/release';

/** The documents of what clients use. The name of each begins the names of its breaks in the changelog. */
export const SURFACES = [
  { name: 'openapi', file: 'docs/openapi.json', released: 'openapi.json', breaks: openapiBreaks },
  { name: 'graphql', file: 'packages/graph/schema.graphql', released: 'schema.graphql', breaks: graphqlBreaks },
  ...PUBLISHED.flatMap(surfacesOf).map(({ name, file }) => ({
    name,
    file,
    released: `${name}.d.ts`,
    breaks: surfaceBreaks,
  })),
] as const;

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What the changelog and the breaks since the last release do not agree on; undefined if they agree. */
export async function checkCompatibility(): Promise<string | undefined> {
  const breaks: Break[] = [];
  // What the last release had not breaks nobody.
  for (const surface of SURFACES.filter(({ released }) => existsSync(join(root, RELEASE, released))))
    for (const { name, reason } of await surface.breaks(read(`${RELEASE}/${surface.released}`), read(surface.file)))
      breaks.push({ name: `${surface.name} ${name}`, reason });
  return compareWithChangelog(breaks, read('docs/changelog.md'));
}

const NAMES = /\((`[^`]+`(?:, `[^`]+`)*)\)\.?$/;

/** The breaks that a changelog does not declare, and its declarations without a break; undefined if there are none. */
export function compareWithChangelog(breaks: readonly Break[], changelog: string): string | undefined {
  const unreleased = changelog.split(/^## /m).find((section) => section.startsWith('Unreleased\n')) ?? '';
  const entries = unreleased.split('\n').filter((line) => line.startsWith('- **Breaking:**'));
  const namesOf = (entry: string) => NAMES.exec(entry)?.[1]?.slice(1, -1).split('`, `') ?? [];
  const declared = entries.flatMap(namesOf);
  const problems = [
    ...breaks.filter(({ name }) => !declared.includes(name)).map(({ name, reason }) => `\`${name}\`: ${reason}`),
    ...declared
      .filter((declaration) => !breaks.some(({ name }) => name === declaration))
      .map((name) => `\`${name}\` is declared, but not broken`),
    ...entries
      .filter((entry) => namesOf(entry).length === 0)
      .map((entry) => `no break is named at the end of: ${entry}`),
  ];
  if (problems.length === 0) return;
  return `Clients of the last release (${RELEASE}) break, or docs/changelog.md declares what is no break. An entry of Unreleased
declares breaks: "- **Breaking:** What changed, and what clients do (\`name\`, \`name\`)."
${problems.join('\n')}`;
}
