import { existsSync, lstatSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Explained } from '../set-up/progress.mjs';

/*
 * The programs run from a symbolic link, such as `/srv/channel/current`, which leads to the folder of a release. Beside
 * it, `<link>.previous` leads to the folder of the release before.
 */

/** The folder to which a link leads. @throws {Explained} if it is no link, or leads to no folder */
export function releaseOf(link: string): string {
  try {
    if (lstatSync(link).isSymbolicLink()) return realpathSync(link);
  } catch {
    // It does not exist, or leads nowhere.
  }
  throw new Explained(`${link} must be a symbolic link to the folder of the release that runs. Nothing was changed.`);
}

/** The folder of the release before. @throws {Explained} if there is none */
export function previousOf(link: string): string {
  const previous = `${link}.previous`;
  if (!existsSync(previous))
    throw new Explained(`${previous} leads to no release, so there is none to go back to. Nothing was changed.`);
  return releaseOf(previous);
}

/** Lets a link lead to another folder; there is no moment without it. The folder before becomes the previous one. */
export function lead(link: string, folder: string): void {
  const before = releaseOf(link);
  if (before === folder) return;
  // First, so that a link that has changed has a way back.
  replace(`${link}.previous`, before);
  replace(link, folder);
}

function replace(link: string, folder: string): void {
  const absolute = resolve(link);
  const partial = join(dirname(absolute), `.${basename(absolute)}.new`);
  rmSync(partial, { force: true });
  symlinkSync(folder, partial);
  renameSync(partial, absolute);
}
