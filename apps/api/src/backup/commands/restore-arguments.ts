import { parseArgs } from 'node:util';
import { BackupError } from '../errors.ts';
import { readInstant } from '../restore/instant.ts';
import type { Target } from '../restore/plan.ts';

export const RESTORE_HELP = `Usage: npm run restore -- --to TIME --into FOLDER [--media-into-bucket] [--from FOLDER]
       npm run restore -- --to TIME --replace [--from FOLDER]
       npm run restore -- --to TIME --media-into-bucket [--from FOLDER]

Restores database and media files as they were at TIME: an instant such as 2026-11-28T09:30:00Z, with up to six digits
of a second, or \`latest\`.

  --into FOLDER      the folder to create: a new DATA_DIR, with the media files in its folder media
  --replace          into the present DATA_DIR, and MEDIA_DIR or the bucket of S3_BUCKET; what is in the folders is kept
                     in them under another name. The system must be stopped.
  --media-into-bucket
                     media files go into the bucket of S3_BUCKET: alone, or with --into. Files that it has are compared,
                     and never overwritten; after a failure the same command goes on.
  --from FOLDER      another repository than BACKUP_DIR
  --without-media    the database alone: media files can be copied later, or some are missing
  --without-key      restores although SECRET_KEY is lost: what it encrypts or signs can't be used

docs/operations.md, section Backup, says how to go on.`;

export type RestoreArguments = {
  to: Target;
  from: string | undefined;
  into: string | undefined;
  replace: boolean;
  mediaIntoBucket: boolean;
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
        'media-into-bucket': { type: 'boolean', default: false },
        'without-key': { type: 'boolean', default: false },
        'without-media': { type: 'boolean', default: false },
      },
    });
    if (values.to === undefined) throw new Error('--to is missing: an instant such as 2026-11-28T09:30:00Z, or latest');
    const { into, from, replace, 'media-into-bucket': mediaIntoBucket, 'without-media': withoutMedia } = values;
    if (into !== undefined && replace) throw new Error('--into and --replace exclude each other');
    if (into === undefined && !replace && !mediaIntoBucket)
      throw new Error('one of --into FOLDER, --replace and --media-into-bucket is needed');
    if (mediaIntoBucket && withoutMedia) throw new Error('--media-into-bucket and --without-media exclude each other');
    const to = targetOf(values.to);
    return { to, from, into, replace, mediaIntoBucket, withoutKey: values['without-key'], withoutMedia };
  } catch (error) {
    throw new BackupError(`${error instanceof Error ? error.message : error}. See npm run restore -- --help`);
  }
}

function targetOf(text: string): Target {
  const target = text === 'latest' ? text : readInstant(text);
  if (!target)
    throw new Error(
      `--to ${text} is not an instant with a time zone and at most microseconds, such as 2026-11-28T09:30:00.123456Z, nor latest`,
    );
  return target;
}
