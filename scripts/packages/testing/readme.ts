import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../set-up/project.mjs';
import type { PUBLISHED } from '../published.ts';

type Folder = (typeof PUBLISHED)[number];

/** The example of each package, in its folder `examples`. */
export const EXAMPLES: Readonly<Record<Folder, string>> = {
  'packages/graphql-rest-router': 'show-book.mjs',
  'packages/client': 'orders.mjs',
};

/** The first program in the README of a package. */
export const exampleOf = (folder: Folder): string => blockOf(folder, 'js');

/** What the README says that the example prints. */
export const outputOf = (folder: Folder): string => blockOf(folder, 'text');

function blockOf(folder: Folder, language: string): string {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const [, block] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? [];
  if (block === undefined) throw new Error(`The README of ${folder} has no block of ${language}.`);
  return block;
}
