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
  const file = join(dataDirOf(settings), 'stack.pid');
  mkdirSync(dataDirOf(settings), { recursive: true });
  const other = Number.parseInt(readIfAny(file), 10);
  if (other !== process.pid && commandLine(other).includes(PROGRAM)) {
    throw new Explained(`It runs already, as process ${other}, on the data folder ${dataDirOf(settings)}.`);
  }
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

function readIfAny(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
