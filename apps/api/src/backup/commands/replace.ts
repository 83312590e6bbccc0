import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, codeOf, explainFiles, messageOf } from '../errors.ts';
import { namesIn } from '../repository/files.ts';
import { type Mark, mediaFoldersIn, placesOf, REPLACING, readMark, removeMark, writeMark } from './replacement.ts';

export type Replacement = {
  dataDir: string;
  /** Null keeps the present media files. */
  mediaDir: string | null;
  stamp: string;
  note: (line: string) => void;
};

type Move = (from: string, to: string) => Promise<void>;

/**
 * Puts restored folders in the place of the present ones. Each is on the same file system as what it replaces, and
 * MEDIA_DIR itself keeps its name: both it and DATA_DIR may be mount points.
 *
 * @throws {BackupError} when it can't be done; then everything is as it was
 */
export async function replace(replacement: Replacement, move: Move = rename): Promise<void> {
  const { dataDir, mediaDir, stamp, note } = replacement;
  const { postgres, media } = placesOf(dataDir, mediaDir, stamp);
  for (const path of [postgres.kept, ...(media ? [media.kept] : [])])
    if (existsSync(path)) throw new BackupError(`${path} exists already. Nothing was changed`);
  const hadPostgres = existsSync(postgres.present);
  const former = media ? await mediaFoldersIn(media.present) : [];
  try {
    await writeMark(dataDir, { stamp, hadPostgres, media: media && { folder: media.present, former } });
    if (media) {
      if (former.length > 0) await mkdir(media.kept, { mode: 0o700 });
      for (const name of former) await move(join(media.present, name), join(media.kept, name));
      for (const name of await namesIn(media.restored))
        await move(join(media.restored, name), join(media.present, name));
    }
    if (hadPostgres)
      await move(postgres.present, postgres.kept).catch((error: unknown) => explain(error, postgres.present));
    await move(postgres.restored, postgres.present);
    await removeMark(dataDir, media ? [...(former.length > 0 ? [media.kept] : []), media.present, dataDir] : [dataDir]);
  } catch (error) {
    await undoReplacement(dataDir, move);
    throw explainFiles(error, postgres.present);
  }
  if (media && former.length > 0) note(`What was in ${media.present} is kept in ${media.kept}`);
  if (hadPostgres) note(`What was in ${postgres.present} is kept as ${postgres.kept}`);
}

/**
 * Puts the former folders back where a replacement has ended before its last change. What it had restored is in its own
 * folders again. If this ends early, too, it can be repeated.
 *
 * @returns whether there was such a replacement
 * @throws {BackupError} when it can't be done
 */
export async function undoReplacement(dataDir: string, move: Move = rename): Promise<boolean> {
  try {
    const mark = await readMark(dataDir);
    if (!mark) return false;
    await putBack(dataDir, mark, move);
    return true;
  } catch (error) {
    throw new BackupError(
      `A restore into ${dataDir} was interrupted, and the former data can't be put back: ${messageOf(error)}. Then run the same restore again`,
      { cause: error },
    );
  }
}

async function putBack(dataDir: string, mark: Mark, move: Move): Promise<void> {
  const { folder, postgres, media } = placesOf(dataDir, mark.media?.folder ?? null, mark.stamp);
  const demand = (kept: string, present: string) => {
    if (existsSync(kept) || existsSync(present)) return;
    throw new BackupError(`${kept} is missing. Put it back, or delete ${join(dataDir, REPLACING)} to go on without it`);
  };
  const isMoved = mark.hadPostgres ? existsSync(postgres.kept) : true;
  if (mark.hadPostgres) demand(postgres.kept, postgres.present);
  for (const name of mark.media?.former ?? []) if (media) demand(join(media.kept, name), join(media.present, name));

  if (isMoved && existsSync(postgres.present)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await move(postgres.present, postgres.restored);
  }
  if (mark.hadPostgres && isMoved) await move(postgres.kept, postgres.present);
  if (media) {
    const former = new Set(mark.media?.former);
    const kept = (await namesIn(media.kept)).filter((name) => former.has(name));
    const isRestored = (name: string) => kept.includes(name) || !former.has(name);
    await mkdir(media.restored, { recursive: true, mode: 0o700 });
    for (const name of (await mediaFoldersIn(media.present)).filter(isRestored))
      await move(join(media.present, name), join(media.restored, name));
    for (const name of kept) await move(join(media.kept, name), join(media.present, name));
    // It is empty again.
    await rmdir(media.kept).catch(() => {});
  }
  await removeMark(dataDir, media ? [media.present, dataDir] : [dataDir]);
}

function explain(error: unknown, folder: string): never {
  const code = codeOf(error);
  if (code !== 'EBUSY' && code !== 'EXDEV') throw error;
  throw new BackupError(
    `${folder} is a mount point, so it can't be replaced (${messageOf(error)}). Nothing was changed; restore with --into`,
    { cause: error },
  );
}
