import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPlace } from '@channel/prisma/embedded';
import type { Settings } from '@channel/settings';
import { openStorage } from '../../media/open-storage.ts';
import { BackupError } from '../errors.ts';
import { type Lock, tryLock } from '../repository/lock.ts';
import { removeOwn } from '../restore/claimed-folder.ts';
import { findBackup } from '../restore/find-backup.ts';
import type { Bucket } from '../restore/media-into-bucket.ts';
import { restoreMediaTo } from '../restore/media-place.ts';
import { makeEach, type Restored, type RestoreOptions, restoreInto } from '../restore/restore-into.ts';
import { replace, undoReplacement } from './replace.ts';
import { placesOf, RESTORED, RESTORED_MEDIA, stampOf } from './replacement.ts';
import type { RestoreArguments } from './restore-arguments.ts';

export type RestoreContext = {
  /** With absolute folders. */
  settings: Settings;
  /** The key that `npm start` generated, if SECRET_KEY is not set. */
  storedKey: string | null;
  /** Whether the system or its Postgres runs on DATA_DIR. */
  isRunning: () => boolean;
  /** Does what a signal must not interrupt: the process ends after it. */
  whole: <T>(work: () => Promise<T>) => Promise<T>;
  print: (line: string) => void;
  note: (line: string) => void;
  clock: () => Date;
};

/** @throws {BackupError} with what is wrong, in one line */
export async function runRestore(args: RestoreArguments, context: RestoreContext): Promise<void> {
  const { settings, storedKey, note, print } = context;
  const repository = args.from ?? settings.backupDir;
  if (repository === null) throw new BackupError('There is no repository: set BACKUP_DIR, or name one with --from');
  const known = settings.secretKey ?? storedKey;
  if (known === null && !args.withoutKey) {
    throw new BackupError(
      'SECRET_KEY is not set, and DATA_DIR has no generated key: set the key that the installation had, or restore with --without-key',
    );
  }
  const source = {
    repository,
    to: args.to,
    key: args.withoutKey ? null : known,
    postgresBin: settings.postgresBin,
    log: note,
  };
  if (args.replace) return replacePresent(source, args, context);
  const bucket = args.mediaIntoBucket ? bucketOf(settings) : undefined;
  if (args.into === undefined) {
    const { repository: found, window } = await findBackup(repository, source.to, source.key);
    const origin = { repository: found, manifest: window.manifest, target: source.to, log: note };
    const { files } = await restoreMediaTo(bucket ?? null, origin);
    return print(`The ${files} media files of the backup are in the bucket ${settings.s3Bucket}`);
  }
  const media = args.withoutMedia ? null : bucket;
  const restored = await restoreInto({ ...source, folder: args.into, ...(media !== undefined && { media }) });
  if (settings.secretKey === null && known !== null)
    await writeFile(join(restored.folder, 'secret-key'), known, { mode: 0o600 });
  print(describe(restored));
  print(nextStep(restored, { dataDir: restored.folder, mediaDir: bucket ? null : restored.mediaDir }));
  if (settings.s3Bucket !== null && media === undefined)
    print(
      'S3_BUCKET is set, which goes before MEDIA_DIR: start without it, or run the same command with --media-into-bucket instead of --into',
    );
}

function bucketOf(settings: Settings): { bucket: Bucket } {
  if (settings.s3Bucket === null) throw new BackupError('--media-into-bucket needs a bucket: set S3_BUCKET');
  return { bucket: { name: settings.s3Bucket, storage: openStorage(settings) } };
}

type Source = Omit<RestoreOptions, 'folder' | 'media'>;

/** Restores into the present DATA_DIR, and into MEDIA_DIR or the bucket. */
async function replacePresent(source: Source, { withoutMedia }: RestoreArguments, context: RestoreContext) {
  const { settings, clock, note, print, whole } = context;
  const { dataDir, mediaDir, s3Bucket } = settings;
  // Nothing here knows whether programs use that database.
  if (settings.databaseUrl !== null)
    throw new BackupError(
      '--replace is for the embedded Postgres, and DATABASE_URL is set: restore with --into. Nothing was changed',
    );
  if (context.isRunning()) throw new BackupError(`The system runs on ${dataDir}: stop it first. Nothing was changed`);
  const isFolder = s3Bucket === null && !withoutMedia;
  const stamp = stampOf(clock());
  // In DATA_DIR and in MEDIA_DIR, because each may be a file system of its own.
  const places = placesOf(dataDir, isFolder ? mediaDir : null, stamp);
  const media = withoutMedia ? null : places.media ? { folder: places.media.restored } : bucketOf(settings);
  const locks: Lock[] = [];
  try {
    await makeEach(dataDir);
    for (const folder of new Set([dataDir, ...(isFolder ? [mediaDir] : [])])) locks.push(await lock(folder));
    await clearInterrupted(dataDir, isFolder ? mediaDir : null, context);
    const restored = await restoreInto({ ...source, folder: places.folder, media });
    await whole(async () => {
      try {
        if (context.isRunning())
          throw new BackupError(
            `The system was started on ${dataDir} during the restore: stop it. Nothing was changed`,
          );
        for (const { lost } of locks) lost.throwIfAborted();
        await replace({ dataDir, mediaDir: isFolder ? mediaDir : null, stamp, note });
      } finally {
        restored.discard();
      }
      print(describe(restored));
      print(nextStep(restored, { dataDir, mediaDir: s3Bucket === null ? mediaDir : null }));
    });
  } finally {
    for (const taken of locks) await taken.release();
  }
}

/** One restore at a time replaces what is in a folder, so what another one has left there is of no use. */
async function lock(folder: string): Promise<Lock> {
  const taken = await tryLock(folder, 'restore', `The folder ${folder}`);
  if (!taken) throw new BackupError(`Another restore replaces what is in ${folder}. Nothing was changed`);
  return taken;
}

/** Puts former data back and deletes copies, where an earlier run was interrupted. Its folders are locked. */
async function clearInterrupted(dataDir: string, mediaDir: string | null, { note, whole }: RestoreContext) {
  if (await whole(() => undoReplacement(dataDir)))
    note(`The data from before a restore that was interrupted are in their place again in ${dataDir}`);
  const removed = [
    ...(await removeOwn(dataDir, RESTORED)),
    ...(mediaDir === null ? [] : await removeOwn(mediaDir, RESTORED_MEDIA)),
  ];
  for (const left of removed) note(`Removed ${left}, which a restore that was killed had left behind`);
}

function describe({ manifest, media, reachedAt }: Restored): string {
  const reached = reachedAt
    ? `the last transaction was committed at ${reachedAt.toISOString()}`
    : `no transaction was committed after the base backup of ${manifest.endedAt}`;
  return `Restored the base backup ${manifest.id} and ${media.files} media files; ${reached}`;
}

/** @param mediaDir null with a bucket */
function nextStep(
  { manifest, postgresDir }: Restored,
  { dataDir, mediaDir }: { dataDir: string; mediaDir: string | null },
): string {
  const media = mediaDir === null ? '' : `MEDIA_DIR=${mediaDir}`;
  return manifest.isEmbedded
    ? `Start it: DATA_DIR=${dataDir} ${media}${media && ' '}npm start`
    : `Its data directory is ${findPlace(postgresDir)?.cluster ?? postgresDir}: give it to your Postgres ${Math.floor(manifest.serverVersion / 10_000)} with the configuration of the old server, and start${media && ` with ${media}`}`;
}
