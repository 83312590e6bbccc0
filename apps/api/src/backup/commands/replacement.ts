import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, codeOf } from '../errors.ts';
import { namesIn, syncFolder, writeWhole } from '../repository/files.ts';

/**
 * The file in DATA_DIR that exists from the first change of a replacement to the last: while it is there, folders may be
 * partly the former ones.
 */
export const REPLACING = 'restore-in-progress';

/** What is to know for a replacement to be undone by another process. */
export type Mark = {
  stamp: string;
  hadPostgres: boolean;
  /** MEDIA_DIR, and the names of its former folders; null keeps the media files. */
  media: { folder: string; former: string[] } | null;
};

const STAMP = String.raw`\d{8}T\d{9}Z`;
/** Names that restored folders have until they are in their place. Users may have others that begin alike. */
export const RESTORED = new RegExp(`^restored-${STAMP}(\\.restoring-.*)?$`);
export const RESTORED_MEDIA = new RegExp(`^\\.restored-${STAMP}$`);
/** MEDIA_DIR has folders of two characters; whatever else is in it, as `lost+found` on a disk of its own, stays. */
const MEDIA_FOLDER = /^[A-Za-z0-9][A-Za-z0-9._-]$/;

export const stampOf = (instant: Date): string => instant.toISOString().replace(/[-:.]/g, '');

/** Where a replacement has the restored, the present and the former content: each on one file system. */
export const placesOf = (dataDir: string, mediaDir: string | null, stamp: string) => ({
  folder: join(dataDir, `restored-${stamp}`),
  postgres: {
    restored: join(dataDir, `restored-${stamp}`, 'postgres'),
    present: join(dataDir, 'postgres'),
    kept: join(dataDir, `postgres.before-${stamp}`),
  },
  media: mediaDir === null ? null : mediaPlacesOf(mediaDir, stamp),
});

const mediaPlacesOf = (mediaDir: string, stamp: string) => ({
  restored: join(mediaDir, `.restored-${stamp}`),
  present: mediaDir,
  kept: join(mediaDir, `before-${stamp}`),
});

export const mediaFoldersIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => MEDIA_FOLDER.test(name));

export const writeMark = (dataDir: string, mark: Mark): Promise<void> =>
  writeWhole(join(dataDir, REPLACING), JSON.stringify(mark));

/** Ends a replacement once the new names in these folders are durable. */
export async function removeMark(dataDir: string, changed: readonly string[]): Promise<void> {
  for (const folder of changed) await syncFolder(folder);
  await rm(join(dataDir, REPLACING), { force: true });
  await syncFolder(dataDir);
}

/** @throws {BackupError} when it is damaged: then nothing says what is the former content */
export async function readMark(dataDir: string): Promise<Mark | undefined> {
  const file = join(dataDir, REPLACING);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const mark = JSON.parse(text);
    if (isMark(mark)) return mark;
  } catch {
    // It is no JSON.
  }
  throw new BackupError(
    `${file} is damaged. It says which data an interrupted restore has put aside: look for names with "before-"`,
  );
}

function isMark(mark: Partial<Mark> | null): mark is Mark {
  const isStamp = typeof mark?.stamp === 'string' && new RegExp(`^${STAMP}$`).test(mark.stamp);
  if (!isStamp || typeof mark.hadPostgres !== 'boolean' || mark.media === undefined) return false;
  const { media } = mark;
  if (media === null) return true;
  const isList = Array.isArray(media.former) && media.former.every((name) => MEDIA_FOLDER.test(name));
  return typeof media.folder === 'string' && isList;
}
