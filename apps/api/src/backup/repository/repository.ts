import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { BackupError, codeOf, explainFiles } from '../errors.ts';
import { timelineName } from '../postgres/lsn.ts';
import type { ServerIdentity } from '../postgres/server.ts';
import { makeFolder, namesIn, UNFINISHED, writeWhole } from './files.ts';
import {
  identitySchema,
  type Manifest,
  manifestSchema,
  type RepositoryIdentity,
  statusSchema,
  type WalStatus,
} from './manifest.ts';
import { isSigned, seal, unseal } from './sealed.ts';

/** A folder with backups of one cluster. */
export type Repository = RepositoryIdentity & { folder: string };

const identityFile = (folder: string) => join(folder, 'repository.json');
export const baseFolder = ({ folder }: Pick<Repository, 'folder'>, id = '') => join(folder, 'base', id);
export const walFolder = ({ folder }: Pick<Repository, 'folder'>, timeline: number) =>
  join(folder, 'wal', timelineName(timeline));
export const mediaFolder = ({ folder }: Pick<Repository, 'folder'>) => join(folder, 'media');
export const MANIFEST = 'manifest.json';
export const STATUS = 'status.json';

/** @throws {BackupError} when the folder is not a repository, or is damaged */
export async function openRepository(folder: string): Promise<Repository> {
  const identity = await readSealed(identityFile(folder), identitySchema, null).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT')
      throw new BackupError(`${folder} is not a repository of backups: it has no repository.json`);
    throw error;
  });
  return { ...identity, folder };
}

/**
 * Opens the repository for a server; creates it in an absent or empty folder.
 *
 * @throws {BackupError} when it belongs to another cluster, or the folder has other content
 */
export async function prepareRepository(folder: string, server: ServerIdentity, now: Date): Promise<Repository> {
  const names = await namesIn(folder).catch((error: unknown) => Promise.reject(explainFiles(error, folder)));
  if (!names.includes('repository.json')) {
    if (names.some((name) => !name.startsWith(UNFINISHED) && !name.endsWith('.lock')))
      throw new BackupError(
        `${folder} (setting BACKUP_DIR) has other content and no repository.json: name an empty folder`,
      );
    await create(folder, server, now);
  }
  const repository = await openRepository(folder);
  if (repository.systemIdentifier !== server.systemIdentifier) {
    throw new BackupError(
      `${folder} holds backups of another database (system ${repository.systemIdentifier}, this one is ${server.systemIdentifier}): set BACKUP_DIR to another folder`,
    );
  }
  return repository;
}

async function create(folder: string, server: ServerIdentity, now: Date): Promise<void> {
  const identity: RepositoryIdentity = {
    format: 1,
    id: randomBytes(4).toString('hex'),
    systemIdentifier: server.systemIdentifier,
    segmentSize: server.segmentSize,
    createdAt: now.toISOString(),
  };
  try {
    // First, because a folder with other content is refused.
    await writeWhole(identityFile(folder), seal(identity, null));
    for (const name of ['base', 'wal', 'media']) await makeFolder(join(folder, name));
  } catch (error) {
    throw explainFiles(error, `The folder ${folder} (setting BACKUP_DIR)`);
  }
}

/** The folders of base backups that were completed, oldest first. */
export async function baseIds(repository: Repository): Promise<string[]> {
  const ids: string[] = [];
  for (const name of await namesIn(baseFolder(repository))) {
    if (name.startsWith(UNFINISHED)) continue;
    if (/^\d{8}T\d{9}Z$/.test(name)) ids.push(name);
  }
  return ids;
}

/** @throws {BackupError} when it is damaged, or belongs elsewhere */
export async function readManifest(repository: Repository, id: string, key: string | null): Promise<Manifest> {
  const file = join(baseFolder(repository, id), MANIFEST);
  const manifest = await readSealed(file, manifestSchema, key);
  if (key !== null && !isSigned(await readFile(file, 'utf8')))
    throw new BackupError(
      `${file} has no signature, and SECRET_KEY is set: restore it with --without-key if you trust it`,
    );
  if (manifest.id !== id) throw new BackupError(`${file} is the manifest of another base backup, ${manifest.id}`);
  if (manifest.systemIdentifier !== repository.systemIdentifier || manifest.repository !== repository.id)
    throw new BackupError(`${file} belongs to another repository or database (system ${manifest.systemIdentifier})`);
  return manifest;
}

/** The state of a timeline's archive; undefined before anything was archived. */
export async function readStatus(repository: Repository, timeline: number): Promise<WalStatus | undefined> {
  try {
    return await readSealed(join(walFolder(repository, timeline), STATUS), statusSchema, null);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const writeStatus = (repository: Repository, status: WalStatus): Promise<void> =>
  writeWhole(join(walFolder(repository, status.timeline), STATUS), seal(status, null));

async function readSealed<T>(file: string, schema: z.ZodType<T>, key: string | null): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => Promise.reject(explainFiles(error, file)));
  const { mode } = await stat(file);
  if ((mode & 0o700) !== 0o600)
    throw new BackupError(`${file} has the mode ${(mode & 0o777).toString(8)}: 600 is expected`);
  const parsed = schema.safeParse(unseal(text, key, file));
  if (!parsed.success)
    throw new BackupError(`${file} is damaged: ${parsed.error.issues[0]?.message ?? 'wrong content'}`);
  return parsed.data;
}
