import { existsSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { discardEmbedded } from '@channel/prisma/embedded';
import { codeOf } from '../errors.ts';
import { namesIn } from '../repository/files.ts';
import { type Lock, tryLock } from '../repository/lock.ts';

/** The lock in a folder that names the process which builds or uses it. */
const CLAIM = 'in-use';
const CLAIM_FILE = `${CLAIM}.lock`;

/**
 * A folder that its process builds or uses for a while, with the files of a Postgres in `postgres` or in the same of a
 * folder in it. When the process was killed, `removeAbandoned` of another one deletes it.
 */
export type ClaimedFolder = {
  /** Gives it a lasting name, and ends the claim. */
  keepAs(folder: string): Promise<void>;
  /** Stops its Postgres, if it runs, and deletes it, in whatever state it is. */
  discard(): Promise<void>;
};

/** Claims a folder, which must exist. */
export async function claimFolder(folder: string): Promise<ClaimedFolder> {
  const claim = await tryLock(folder, CLAIM, `The folder ${folder}`);
  return {
    async keepAs(name) {
      // While it is claimed: nobody may find it abandoned before it has its name.
      await rename(folder, name);
      await rm(join(name, CLAIM_FILE), { force: true });
      await claim?.release();
    },
    discard: () => discard(folder, claim),
  };
}

/**
 * Deletes the folders whose names begin with a text, whose process is gone, and which belong to this user alone. Folders
 * without a claim are left as they are.
 *
 * @returns the deleted folders
 */
export async function removeAbandoned(parent: string, beginning: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await namesIn(parent)) {
    const folder = join(parent, name);
    if (!name.startsWith(beginning) || !(await isPrivate(folder)) || !existsSync(join(folder, CLAIM_FILE))) continue;
    const claim = await tryLock(folder, CLAIM, `The folder ${folder}`);
    if (!claim) continue;
    await discard(folder, claim);
    removed.push(folder);
  }
  return removed;
}

/**
 * Deletes the folders of this user alone whose names match, claimed or not, and stops their Postgres: where nothing else
 * has such names, and nobody works on them.
 *
 * @returns the deleted folders
 */
export async function removeOwn(parent: string, names: RegExp): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await namesIn(parent)) {
    const folder = join(parent, name);
    if (!names.test(name) || !(await isPrivate(folder))) continue;
    await discard(folder, undefined);
    removed.push(folder);
  }
  return removed;
}

/** What other users could have put there must not name what is deleted. */
async function isPrivate(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

async function discard(folder: string, claim: Lock | undefined): Promise<void> {
  for (const path of [folder, ...(await namesIn(folder)).map((name) => join(folder, name))])
    if (existsSync(join(path, 'postgres'))) await discardEmbedded(join(path, 'postgres'));
  // The claim is last: what is left of a folder when this process is killed still has it.
  for (const name of await namesIn(folder)) if (name !== CLAIM_FILE) await rm(join(folder, name), REMOVAL);
  await claim?.release();
  await rm(folder, REMOVAL).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

/** A Postgres that was killed may still write for a moment. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };
