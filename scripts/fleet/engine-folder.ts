import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../set-up/processes.mjs';
import { baseSystem } from './base-system.ts';

/** The id of the process that made a folder is in its name. */
const NAME = /^fleet-(\d+)-/;

/** A new folder for the data of the engines, within the base system, which is their root. Those of killed commands are deleted. */
export function engineFolder(): string {
  const parent = join(baseSystem, 'srv');
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `fleet-${process.pid}-`));
}
