import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** A folder that is there. */
export const folder: Kind<string> = {
  schema: z.string().refine(isReadableFolder),
  expected: 'a folder that exists and can be read',
};

/** A folder that is made at its first use, unless it is there. */
export const ownFolder: Kind<string> = {
  schema: z.string(),
  isUsable: (path) => canBeMade(resolve(path)),
  expected: 'a folder, or a place where one can be made',
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
 * Tried beside its place and removed again: only that tells. Where the system makes no folders at all (`/proc`), Node
 * would try for ever to make one of several levels.
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

/** What is there of a path: itself, or the nearest entry above it, links that lead nowhere included. */
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
