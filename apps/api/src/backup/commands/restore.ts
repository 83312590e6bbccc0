import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findPlace } from '@channel/prisma/embedded';
import type { Settings } from '@channel/settings';
import { BackupError, explainFiles } from '../errors.ts';
import type { Target } from '../restore/plan.ts';
import { type Restored, restoreInto } from '../restore/restore-into.ts';

export const RESTORE_HELP = `Usage: npm run restore -- --to TIME --into FOLDER [--from FOLDER]
       npm run restore -- --to TIME --replace [--from FOLDER]

Restores database and media files as they were at TIME: an instant such as 2026-11-28T09:30:00Z, or \`latest\`.

  --into FOLDER      the folder to create: a new DATA_DIR, with the media files in its folder media
  --replace          into the present DATA_DIR and MEDIA_DIR; what is there is kept beside it under another name.
                     The system must be stopped.
  --from FOLDER      another repository than BACKUP_DIR
  --without-media    the database alone: media files can be copied later, or some are missing
  --without-key      restores although SECRET_KEY is lost: what it encrypts or signs can't be used

docs/operations.md, section Backup, says how to go on.`;

export type RestoreArguments = {
  to: Target;
  from: string | undefined;
  into: string | undefined;
  replace: boolean;
  withoutKey: boolean;
  withoutMedia: boolean;
};

/** @throws {BackupError} for arguments that are missing or wrong */
export function readRestoreArguments(args: string[]): RestoreArguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        into: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'without-key': { type: 'boolean', default: false },
        'without-media': { type: 'boolean', default: false },
      },
    });
    if (values.to === undefined) throw new Error('--to is missing: an instant such as 2026-11-28T09:30:00Z, or latest');
    if ((values.into === undefined) === !values.replace)
      throw new Error('one of --into FOLDER and --replace is needed');
    const { into, from, replace } = values;
    return {
      to: targetOf(values.to),
      from,
      into,
      replace,
      withoutKey: values['without-key'],
      withoutMedia: values['without-media'],
    };
  } catch (error) {
    throw new BackupError(`${error instanceof Error ? error.message : error}. See npm run restore -- --help`);
  }
}

function targetOf(text: string): Target {
  if (text === 'latest') return 'latest';
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = new Date(text);
  // Date reads 30 February as 2 March.
  const day = text.slice(0, 10);
  if (!isInstant || Number.isNaN(Number(instant)) || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day)
    throw new Error(`--to ${text} is not an instant with a time zone, such as 2026-11-28T09:30:00Z, nor latest`);
  return instant;
}

export type RestoreContext = {
  /** With absolute folders. */
  settings: Settings;
  /** The key that `npm start` generated, if SECRET_KEY is not set. */
  storedKey: string | null;
  /** Whether the system or its Postgres runs on DATA_DIR. */
  isRunning: () => boolean;
  print: (line: string) => void;
  note: (line: string) => void;
  clock: () => Date;
};

export async function runRestore(args: RestoreArguments, context: RestoreContext): Promise<void> {
  const { settings, storedKey, note, print } = context;
  const repository = args.from ?? settings.backupDir;
  if (repository === null) throw new BackupError('There is no repository: set BACKUP_DIR, or name one with --from');
  const key = settings.secretKey ?? storedKey;
  if (key === null && !args.withoutKey) {
    throw new BackupError(
      'SECRET_KEY is not set, and DATA_DIR has no generated key: set the key that the installation had, or restore with --without-key',
    );
  }
  if (args.replace && context.isRunning())
    throw new BackupError(`The system runs on ${settings.dataDir}: stop it first. Nothing was changed`);
  const stamp = context.clock().toISOString().replace(/[-:.]/g, '');
  const folder = resolve(args.into ?? `${settings.dataDir}.restored-${stamp}`);
  const restored = await restoreInto({
    repository,
    folder,
    to: args.to,
    key: args.withoutKey ? null : key,
    postgresBin: settings.postgresBin,
    withMedia: !args.withoutMedia,
    log: note,
  });
  if (settings.secretKey === null && key !== null && !args.replace)
    await writeFile(join(folder, 'secret-key'), key, { mode: 0o600 });
  if (args.replace && context.isRunning()) {
    restored.discard();
    throw new BackupError(
      `The system was started on ${settings.dataDir} during the restore: stop it. Nothing was changed`,
    );
  }
  const places = args.replace
    ? await replace(restored, context, stamp)
    : { dataDir: folder, mediaDir: restored.mediaDir };
  print(
    `Restored the base backup ${restored.manifest.id} and ${restored.media.files} media files; ${reached(restored)}`,
  );
  print(nextStep(restored, places));
}

const reached = ({ reachedAt, manifest }: Restored): string =>
  reachedAt
    ? `the last transaction was committed at ${reachedAt.toISOString()}`
    : `no transaction was committed after the base backup of ${manifest.endedAt}`;

function nextStep(
  { manifest, postgresDir }: Restored,
  { dataDir, mediaDir }: { dataDir: string; mediaDir: string },
): string {
  return manifest.isEmbedded
    ? `Start it: DATA_DIR=${dataDir} MEDIA_DIR=${mediaDir} npm start`
    : `Its data directory is ${findPlace(postgresDir)?.cluster ?? postgresDir}: give it to your Postgres ${Math.floor(manifest.serverVersion / 10_000)} with the configuration of the old server, and start with MEDIA_DIR=${mediaDir}`;
}

/** Puts the restored folders in the place of the present ones, which get another name. */
async function replace(
  { postgresDir, mediaDir, discard }: Restored,
  { settings, note }: RestoreContext,
  stamp: string,
) {
  const target = { postgres: join(settings.dataDir, 'postgres'), media: settings.mediaDir };
  const moved: [from: string, to: string][] = [];
  const move = async (from: string, to: string) => {
    await rename(from, to);
    moved.push([from, to]);
  };
  try {
    await mkdir(settings.dataDir, { recursive: true });
    const pairs = [[postgresDir, target.postgres] as const, [mediaDir, target.media] as const];
    for (const [from, to] of settings.s3Bucket === null ? pairs : pairs.slice(0, 1)) {
      if (existsSync(to)) {
        await move(to, `${to}.before-${stamp}`);
        note(`What was in ${to} is kept as ${to}.before-${stamp}`);
      }
      await move(from, to);
    }
  } catch (error) {
    for (const [from, to] of moved.reverse()) await rename(to, from);
    discard();
    throw explainFiles(error, settings.dataDir);
  }
  discard();
  return { dataDir: settings.dataDir, mediaDir: target.media };
}
