import { join } from 'node:path';
import { measure, namesIn, UNFINISHED } from '../repository/files.ts';
import { baseFolder, baseIds, MANIFEST, type Repository, readManifest } from '../repository/repository.ts';
import { checkKey } from '../restore/find-backup.ts';
import type { Report } from './report.ts';

/** Files of the repository that are neither a base backup, WAL nor media. */
const OTHERS = /^(repository\.json|base|wal|media|drills|(archiver|base|media)(\.takeover)*\.lock|\.new-.*)$/;

/** Verifies the manifest and the files of each base backup. @returns their number */
export async function checkBases(repository: Repository, key: string | null, report: Report): Promise<number> {
  for (const name of await namesIn(repository.folder))
    if (!OTHERS.test(name)) report.add(`${join(repository.folder, name)} does not belong to the repository`);
  const ids = await baseIds(repository);
  for (const name of await namesIn(baseFolder(repository)))
    if (!ids.includes(name) && !name.startsWith(UNFINISHED))
      report.add(`${join(baseFolder(repository), name)} is no base backup`);
  if (ids.length === 0) report.add(`${repository.folder} has no base backup`);
  const majors = new Set<number>();
  for (const id of ids) {
    const manifest = await report.attempt(() => readManifest(repository, id, key));
    if (!manifest) continue;
    majors.add(Math.floor(manifest.serverVersion / 10_000));
    await report.attempt(async () => checkKey(manifest, key));
    const folder = baseFolder(repository, id);
    const expected = new Set([MANIFEST, ...manifest.files.map(({ name }) => name)]);
    for (const name of await namesIn(folder))
      if (!expected.has(name) && !name.startsWith(UNFINISHED))
        report.add(`${join(folder, name)} does not belong to the base backup`);
    for (const { name, ...known } of manifest.files) {
      const file = join(folder, name);
      const found = await report.attempt(() => measure(file));
      if (found && (found.size !== known.size || found.sha256 !== known.sha256))
        report.add(`${file} is damaged: its content does not match its hash`);
    }
  }
  return ids.length;
}
