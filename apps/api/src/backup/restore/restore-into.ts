import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { choosePlace, type Place, removePlace, startPrivateServer } from '@channel/prisma/embedded';
import { BackupError, explainFiles } from '../errors.ts';
import type { Manifest } from '../repository/manifest.ts';
import { claimFolder, removeAbandoned } from './claimed-folder.ts';
import { checkFiles, findBackup } from './find-backup.ts';
import { type MediaPlace, restoreMediaTo } from './media-place.ts';
import type { Target } from './plan.ts';
import { checkMajor, checkSpace, recover, unpackCluster } from './recover.ts';
import type { MediaCounts } from './restore-media.ts';

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
  /** Where the media files are restored to; null: nowhere. Default: a folder `media` in the new one. */
  media?: MediaPlace;
  /** Folder of the programs of a Postgres; default: the packaged one. */
  postgresBin?: string | null;
  log?: (message: string) => void;
};

export type Restored = {
  /** The new DATA_DIR. */
  folder: string;
  /** In it: the folder of Postgres, whose cluster was recovered and is stopped. */
  postgresDir: string;
  /** The media files, as MEDIA_DIR; in it unless they were restored elsewhere. */
  mediaDir: string;
  manifest: Manifest;
  /** Commit time of the last restored transaction; null when none was committed after the base backup. */
  reachedAt: Date | null;
  media: MediaCounts;
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
  const mediaFolder = options.media && 'folder' in options.media ? options.media.folder : undefined;
  for (const path of [folder, ...(mediaFolder === undefined ? [] : [mediaFolder])])
    if (existsSync(path))
      throw new BackupError(`${path} exists already: a restore creates its folder and overwrites nothing`);
  const { repository, window } = await findBackup(options.repository, options.to, options.key);
  const { manifest } = window;
  // Process ids repeat in containers.
  const unfinished = `${folder}${RESTORING}${randomUUID().slice(0, 8)}`;
  const postgresDir = join(unfinished, 'postgres');
  const { isScratch = false, media: mediaPlace = { folder: join(unfinished, 'media') }, log = () => {} } = options;
  const clear = () => {
    removePlace(postgresDir);
    rmSync(unfinished, { recursive: true, force: true });
    if (mediaFolder !== undefined) rmSync(mediaFolder, { recursive: true, force: true });
  };
  await makeParent(folder, unfinished);
  // What was made last ends first: its folders are named in those made before.
  process.prependOnceListener('exit', clear);
  try {
    const claimed = await claimFolder(unfinished);
    try {
      for (const left of await removeAbandoned(dirname(folder), basename(folder) + RESTORING))
        log(`Removed ${left}, which a restore that was killed had left behind`);
      const place = placeFor(postgresDir, options, log);
      await checkMajor(place, manifest);
      await checkSpace(unfinished, manifest);
      await checkFiles(repository, manifest);
      const media = await restoreMediaTo(mediaPlace, { repository, manifest, target: options.to, log });
      log(`Unpacking the base backup ${manifest.id}`);
      await unpackCluster(repository, manifest, place);
      log('Replaying the WAL');
      const staging = join(dirname(place.cluster), 'recovery-wal');
      const { reachedAt } = await recover(repository, window, place, {
        target: options.to,
        staging,
        durable: !isScratch,
      });
      await claimed.keepAs(folder);
      return restored(folder, { manifest, reachedAt, media }, options);
    } catch (error) {
      await claimed.discard();
      throw error;
    }
  } catch (error) {
    clear();
    throw explainFiles(error, folder);
  } finally {
    process.removeListener('exit', clear);
  }
}

/** Names of folders that are not complete yet have this and a random text at the end. */
const RESTORING = '.restoring-';

function restored(
  folder: string,
  result: Pick<Restored, 'manifest' | 'reachedAt' | 'media'>,
  options: RestoreOptions,
): Restored {
  const postgresDir = join(folder, 'postgres');
  return {
    folder,
    postgresDir,
    mediaDir: options.media && 'folder' in options.media ? options.media.folder : join(folder, 'media'),
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
      if (options.media && 'folder' in options.media) removePlace(options.media.folder);
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

/** Creates a folder and those above it. On file systems without folder creation, Node's recursive `mkdir` never ends. */
export async function makeEach(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeEach(dirname(folder));
  await mkdir(folder);
}
