import { join, resolve } from 'node:path';
import { BackupError, explainFiles } from '../errors.ts';
import { measure } from '../repository/files.ts';
import type { Manifest } from '../repository/manifest.ts';
import { baseFolder, openRepository, type Repository } from '../repository/repository.ts';
import { fingerprintOf } from '../repository/sealed.ts';
import type { Window } from '../repository/windows.ts';
import { choose, type Target } from './plan.ts';

export type Found = { repository: Repository; window: Window };

/**
 * Opens a repository, and chooses the base backup for a target.
 *
 * @param key SECRET_KEY of the installation; null leaves out the signature
 * @throws {BackupError} when there is none, or the key is not that of the backup
 */
export async function findBackup(folder: string, target: Target, key: string | null): Promise<Found> {
  const repository = await openRepository(resolve(folder));
  const window = await choose(repository, target, key);
  checkKey(window.manifest, key);
  return { repository, window };
}

/** @throws {BackupError} when the key is not that of the backup */
export function checkKey({ keyFingerprint, id }: Manifest, key: string | null): void {
  if (key === null || keyFingerprint === null || fingerprintOf(key) === keyFingerprint) return;
  throw new BackupError(
    `SECRET_KEY is not the key of the base backup ${id} (fingerprint ${keyFingerprint}, this one has ${fingerprintOf(key)}): set the key that the installation had`,
  );
}

/** @throws {BackupError} when a file of the base backup is missing or damaged */
export async function checkFiles(repository: Repository, { id, files }: Manifest): Promise<void> {
  for (const { name, size, sha256 } of files) {
    const file = join(baseFolder(repository, id), name);
    const found = await measure(file).catch((error: unknown) => Promise.reject(explainFiles(error, file)));
    if (found.size !== size || found.sha256 !== sha256)
      throw new BackupError(`${file} is damaged: its content does not match its hash`);
  }
}
