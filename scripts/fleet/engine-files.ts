import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../set-up/processes.mjs';
import { Explained } from '../set-up/progress.mjs';
import { root } from '../set-up/project.mjs';
import { baseSystem } from './base-system.ts';

/** The id of the process that made a folder is in its name. */
const NAME = /^fleet-(\d+)-/;

/** Files that belong to the user of the engines. */
export type EngineFiles = {
  /** Their folder, as engines see it. */
  inside: string;
  /** Writes a file that only that user can read. @returns its name, as engines see it */
  write(name: string, text: string): string;
  makeFolder(name: string): void;
  /** A folder for programs outside of the base system, as they see it. */
  outside(name: string): string;
  /** Deletes all of them. */
  remove(): void;
};

/** A new folder within the base system, which is the root of the engines. Those of killed commands are deleted. */
export function engineFiles(system = baseSystem): EngineFiles {
  const parent = join(system, 'srv');
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `fleet-${process.pid}-`));
  const inside = folder.slice(system.length);
  const { uid, gid } = userOf('postgres', system);
  chownSync(folder, uid, gid);
  return {
    inside,
    write(name, text) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      chownSync(join(folder, name), uid, gid);
      return `${inside}/${name}`;
    },
    makeFolder(name) {
      mkdirSync(join(folder, name));
      chownSync(join(folder, name), uid, gid);
    },
    outside(name) {
      const made = join(folder, name);
      mkdirSync(made);
      return made;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A configuration of deploy/fleet with other texts. @throws if one to replace is absent */
export const deployed = (name: string, by: Readonly<Record<string, string>>): string =>
  replaced(readFileSync(join(root, 'deploy/fleet', name), 'utf8'), by);

/** @throws if a text to replace is absent */
export function replaced(text: string, by: Readonly<Record<string, string>>): string {
  return Object.entries(by).reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The configuration has no ${from}.`);
    return before.replaceAll(from, to);
  }, text);
}

/** A user of a base system. */
function userOf(name: string, system: string): { uid: number; gid: number } {
  const line = readFileSync(join(system, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':').map(Number) ?? [];
  if (uid === undefined || gid === undefined) throw new Explained(`The base system has no user ${name}.`);
  return { uid, gid };
}
