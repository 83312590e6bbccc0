import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '@channel/prisma/embedded';
import type { Settings } from '@channel/settings';
import { Explained } from '../set-up/progress.mjs';
import { dataDirOf } from './database.ts';

const PROGRAM = 'stack/main.ts';

/**
 * Reserves the data folder for the stack of this process.
 *
 * @throws {Explained} when another stack runs on it
 */
export function claimStack(settings: Settings): void {
  const other = runningStack(settings);
  if (other !== undefined) {
    throw new Explained(`It is already running, as process ${other}, on the data folder ${dataDirOf(settings)}.`);
  }
  const file = claimOf(settings);
  mkdirSync(dataDirOf(settings), { recursive: true });
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

/** The process of another stack that runs on the data folder. */
export function runningStack(settings: Settings): number | undefined {
  const pid = Number.parseInt(readIfAny(claimOf(settings)), 10);
  return pid !== process.pid && commandLine(pid).includes(PROGRAM) ? pid : undefined;
}

const claimOf = (settings: Settings): string => join(dataDirOf(settings), 'stack.pid');

function readIfAny(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
