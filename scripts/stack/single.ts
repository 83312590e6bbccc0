import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '@channel/prisma/embedded';
import type { Settings } from '@channel/settings';
import { Explained } from '../set-up/progress.mjs';
import { dataDirOf } from './database.ts';

const PROGRAM = 'stack/main.ts';

/**
 * Makes this process the one stack on its data folder.
 *
 * @throws {Explained} when another one runs there
 */
export function claimStack(settings: Settings): void {
  const other = runningStack(settings);
  if (other !== undefined) {
    throw new Explained(`It runs already, as process ${other}, on the data folder ${dataDirOf(settings)}.`);
  }
  const file = claimOf(settings);
  mkdirSync(dataDirOf(settings), { recursive: true });
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

/** The process of the stack that runs on the data folder, another one than this. */
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
