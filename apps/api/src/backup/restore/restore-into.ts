import { existsSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { choosePlace, type Place, removePlace, startPrivateServer } from '@channel/prisma/embedded';
import { BackupError, explainFiles } from '../errors.ts';
import { measure } from '../repository/files.ts';
import type { Manifest } from '../repository/manifest.ts';
import { baseFolder, openRepository, type Repository } from '../repository/repository.ts';
import { fingerprintOf } from '../repository/sealed.ts';
import { choose, type Target } from './plan.ts';
import { checkMajor, checkSpace, recover, unpackCluster } from './recover.ts';
import { restoreMedia } from './restore-media.ts';

export type RestoreOptions = {
  /** The folder of the repository. */
  repository: string;
  /** The folder to create: a new DATA_DIR, with the media files in `media`. It must not exist. */
  folder: string;
  to: Target;
  /**
   * SECRET_KEY of the installation, with which manifests were signed. Null restores without it: passwords and orders are
   * complete, but what the key encrypts or signs can't be used.
   */
  key: string | null;
  /** A copy that is used for a moment and deleted: without crash safety, faster. */
  isScratch?: boolean;
  /** Whether media files are restored too. Default: true. */
  withMedia?: boolean;
  /** Folder of the programs of a Postgres; default: the packaged one. */
  postgresBin?: string | null;
  log?: (message: string) => void;
};

export type Restored = {
  /** The new DATA_DIR. */
  folder: string;
  /** In it: the folder of Postgres, whose cluster was recovered and is stopped. */
  postgresDir: string;
  /** In it: the media files, as MEDIA_DIR. */
  mediaDir: string;
  manifest: Manifest;
  /** Commit time of the last restored transaction; null when none was committed after the base backup. */
  reachedAt: Date | null;
  media: { files: number; bytes: number };
  /** Starts the restored Postgres for this process alone, without a port. */
  start(): Promise<RestoredServer>;
  /** Deletes all of it. It must be stopped. */
  discard(): void;
};

export type RestoredServer = {
  /** Of the superuser, to the database of the installation. */ connectionString: string;
  stop(): Promise<void>;
};

/**
 * Restores a backup into a new folder. Everything is built beside it, and gets its name when it is complete.
 *
 * @throws {BackupError} with what is wrong, in one line; then nothing of the new folder exists
 */
export async function restoreInto(options: RestoreOptions): Promise<Restored> {
  const folder = resolve(options.folder);
  if (existsSync(folder))
    throw new BackupError(`${folder} exists already: a restore creates its folder and overwrites nothing`);
  const repository = await openRepository(resolve(options.repository));
  const window = await choose(repository, options.to, options.key);
  const { manifest } = window;
  checkKey(manifest, options.key);
  const unfinished = `${folder}.restoring-${process.pid}`;
  const postgresDir = join(unfinished, 'postgres');
  const { isScratch = false, withMedia = true, log = () => {} } = options;
  const clear = () => {
    removePlace(postgresDir);
    rmSync(unfinished, { recursive: true, force: true });
  };
  // What was made last ends first: its folders are named in those made before.
  process.prependOnceListener('exit', clear);
  try {
    await makeParent(folder, unfinished);
    const place = placeFor(postgresDir, options, log);
    await checkMajor(place, manifest);
    await checkSpace(unfinished, manifest);
    await checkFiles(repository, manifest);
    if (withMedia) log('Copying the media files');
    const media = withMedia
      ? await restoreMedia(repository, manifest, options.to, join(unfinished, 'media'))
      : { files: 0, bytes: 0 };
    log(`Unpacking the base backup ${manifest.id}`);
    await unpackCluster(repository, manifest, place);
    log('Replaying the WAL');
    const staging = join(dirname(place.cluster), 'recovery-wal');
    const { reachedAt } = await recover(repository, window, place, {
      target: options.to,
      staging,
      durable: !isScratch,
    });
    await rename(unfinished, folder);
    return restored(folder, { manifest, reachedAt, media }, options);
  } catch (error) {
    clear();
    throw explainFiles(error, folder);
  } finally {
    process.removeListener('exit', clear);
  }
}

function restored(
  folder: string,
  result: Pick<Restored, 'manifest' | 'reachedAt' | 'media'>,
  options: RestoreOptions,
): Restored {
  const postgresDir = join(folder, 'postgres');
  return {
    folder,
    postgresDir,
    mediaDir: join(folder, 'media'),
    ...result,
    async start() {
      const server = await startPrivateServer(
        placeFor(postgresDir, options, () => {}),
        {
          durable: !options.isScratch,
        },
      );
      const { database, superuser } = result.manifest;
      return { connectionString: server.addressOf(database, superuser), stop: server.stop };
    },
    discard() {
      removePlace(postgresDir);
      removePlace(folder);
    },
  };
}

function placeFor(
  postgresDir: string,
  { isScratch = false, postgresBin }: RestoreOptions,
  log: (message: string) => void,
): Place {
  const place = choosePlace(postgresDir, !isScratch, log);
  return postgresBin ? { ...place, binaries: resolve(postgresBin, '..') } : place;
}

async function makeParent(folder: string, unfinished: string): Promise<void> {
  try {
    await makeEach(dirname(folder));
    // The user that runs Postgres for root must be able to enter it.
    await mkdir(unfinished, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw explainFiles(error, `The folder ${dirname(folder)}`);
  }
}

/** On file systems without folder creation, Node's recursive `mkdir` never ends. */
async function makeEach(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeEach(dirname(folder));
  await mkdir(folder);
}

/** @throws {BackupError} when the key is not that of the backup */
export function checkKey({ keyFingerprint, id }: Manifest, key: string | null): void {
  if (key === null || keyFingerprint === null || fingerprintOf(key) === keyFingerprint) return;
  throw new BackupError(
    `SECRET_KEY is not the key of the base backup ${id} (fingerprint ${keyFingerprint}, this one has ${fingerprintOf(key)}): set the key that the installation had`,
  );
}

async function checkFiles(repository: Repository, { id, files }: Manifest): Promise<void> {
  for (const { name, size, sha256 } of files) {
    const file = join(baseFolder(repository, id), name);
    const found = await measure(file).catch((error: unknown) => Promise.reject(explainFiles(error, file)));
    if (found.size !== size || found.sha256 !== sha256)
      throw new BackupError(`${file} is damaged: its content does not match its hash`);
  }
}
