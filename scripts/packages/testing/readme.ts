import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../set-up/project.mjs';

/** The program that the README of a package shows, as a file: the `.mjs` of its examples. */
export function exampleFileOf(folder: string): string {
  const [file, another] = globSync(`${folder}/examples/*.mjs`, { cwd: root });
  if (file === undefined || another !== undefined) throw new Error(`${folder}/examples must hold one .mjs file.`);
  return join(root, file);
}

/** The program in the README of a package. */
export const exampleOf = (folder: string): string => blockOf(folder, 'js');

/** What the README says that the program prints. */
export const outputOf = (folder: string): string => blockOf(folder, 'text');

function blockOf(folder: string, language: string): string {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const [, block] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? [];
  if (block === undefined) throw new Error(`The README of ${folder} has no block of ${language}.`);
  return block;
}
