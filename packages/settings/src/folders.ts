import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** A folder that must exist. */
export const folder: Kind<string> = {
  schema: z.string().refine(isReadableFolder),
  expected: 'a folder that exists and can be read',
};

/** A folder that is created at its first use if it does not exist. */
export const ownFolder: Kind<string> = {
  schema: z.string(),
  isUsable: (path) => canBeMade(resolve(path)),
  expected: 'a folder, or a path where one can be created',
};

function isReadableFolder(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Tests by creating the folder in a temporary folder beside it, because no other check is reliable. On file systems
 * without folder creation (`/proc`), Node would loop forever on a path of several levels.
 */
function canBeMade(path: string): boolean {
  const place = nearest(path);
  if (place === path || !isReadableFolder(place)) return isReadableFolder(path);
  try {
    const trial = mkdtempSync(join(place, '.trial-'));
    try {
      mkdirSync(join(trial, relative(place, path)), { recursive: true });
    } finally {
      rmSync(trial, { recursive: true });
    }
    return true;
  } catch {
    return false;
  }
}

/** The path itself if it exists, else its nearest existing ancestor; broken links count as existing. */
function nearest(path: string): string {
  return isThere(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
