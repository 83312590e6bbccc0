import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, codeOf, explainFiles, messageOf } from '../errors.ts';
import { namesIn } from '../repository/files.ts';

/** The restored folders, those that they replace, and the name under which the present content is kept. */
export type Replacement = {
  postgres: { from: string; to: string };
  /** Null keeps the present media files. */
  media: { from: string; to: string } | null;
  stamp: string;
  note: (line: string) => void;
};

/** MEDIA_DIR has folders of two characters; whatever else is in it, as `lost+found` on a disk of its own, stays. */
const MEDIA_FOLDER = /^[A-Za-z0-9][A-Za-z0-9._-]$/;

/**
 * Puts restored folders in the place of the present ones. Each is on the same file system as what it replaces, and
 * MEDIA_DIR itself keeps its name: both it and DATA_DIR may be mount points.
 *
 * @throws {BackupError} when it can't be done; then everything is as it was
 */
export async function replace({ postgres, media, stamp, note }: Replacement): Promise<void> {
  const kept = media && join(media.to, `before-${stamp}`);
  const moved: [from: string, to: string][] = [];
  const move = async (from: string, to: string) => {
    await rename(from, to).catch((error: unknown) => Promise.reject(explain(error, from)));
    moved.push([from, to]);
  };
  try {
    if (media && kept) {
      const present = (await namesIn(media.to)).filter((name) => MEDIA_FOLDER.test(name));
      if (present.length > 0) await mkdir(kept, { mode: 0o700 });
      for (const name of present) await move(join(media.to, name), join(kept, name));
      for (const name of await namesIn(media.from)) await move(join(media.from, name), join(media.to, name));
      if (present.length > 0) note(`What was in ${media.to} is kept in ${kept}`);
    }
    // Last, because a start without it would begin with an empty database.
    if (existsSync(postgres.to)) {
      const before = `${postgres.to}.before-${stamp}`;
      await move(postgres.to, before);
      note(`What was in ${postgres.to} is kept as ${before}`);
    }
    await move(postgres.from, postgres.to);
  } catch (error) {
    for (const [from, to] of moved.reverse()) await rename(to, from);
    // It is empty again.
    if (kept) await rmdir(kept).catch(() => {});
    throw explainFiles(error, postgres.to);
  }
}

function explain(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (code !== 'EBUSY' && code !== 'EXDEV') return error;
  return new BackupError(
    `${folder} is a mount point, so it can't be replaced (${messageOf(error)}). Nothing was changed; restore with --into`,
    { cause: error },
  );
}
