import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { measure, namesIn, UNFINISHED } from '../repository/files.ts';
import { copyOf, INDEX, mediaEntries } from '../repository/media.ts';
import { mediaSince, neededCopies } from '../repository/prune-media.ts';
import { baseIds, mediaFolder, type Repository, readManifest } from '../repository/repository.ts';
import { checkPrefix } from '../restore/restore-media.ts';
import type { Report } from './report.ts';

/** Verifies that all media files that a restore may need are there, unchanged, and no unknown ones. @returns their number */
export async function checkMedia(repository: Repository, report: Report): Promise<number> {
  const folder = mediaFolder(repository);
  // Listed first: a running archiver adds the file before its entry.
  const present = await filesIn(folder);
  const entries = await mediaEntries(repository);
  let oldest: Date | undefined;
  for (const id of await baseIds(repository)) {
    const manifest = await readManifest(repository, id, null).catch(() => undefined);
    if (!manifest) continue;
    await report.attempt(async () => checkPrefix(entries, manifest.media, repository));
    const since = mediaSince(manifest);
    if (oldest === undefined || since < oldest) oldest = since;
  }
  const expected = new Set(entries.map(copyOf));
  const needed = neededCopies(entries, oldest ?? new Date(0));
  for (const entry of needed.values()) {
    const file = join(folder, copyOf(entry));
    await report.attempt(async () => {
      const found = await measure(file).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      });
      if (!found) report.add(`The media file ${file} is missing`);
      else if (found.size !== entry.size || found.sha256 !== entry.sha256)
        report.add(`The media file ${file} was changed`);
    });
  }
  for (const file of present)
    if (!expected.has(file)) report.add(`${join(folder, file)} does not belong to the media files`);
  return needed.size;
}

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of await namesIn(folder)) {
    if (name === INDEX || name.startsWith(UNFINISHED)) continue;
    const inside = await namesIn(join(folder, name)).catch(() => undefined);
    if (inside === undefined) files.push(name);
    else files.push(...inside.filter((file) => !file.startsWith(UNFINISHED)).map((file) => join(name, file)));
  }
  return files;
}
