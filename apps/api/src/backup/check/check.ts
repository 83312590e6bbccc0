import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { namesIn } from '../repository/files.ts';
import { openRepository, type Repository } from '../repository/repository.ts';
import { timelines } from '../repository/wal-files.ts';
import { windows } from '../repository/windows.ts';
import { checkBases } from './check-bases.ts';
import { checkMedia } from './check-media.ts';
import { checkWal } from './check-wal.ts';
import type { Report } from './report.ts';

/** The result of a check: an empty list of problems means that everything that a restore needs is there. */
export type Checked = { problems: string[]; bases: number; segments: number; media: number };

export type CheckOptions = {
  folder: string;
  /** SECRET_KEY; null leaves out the signatures. */
  key: string | null;
  now: Date;
  /** Minutes without new WAL after which the archive counts as abandoned. */
  staleAfter?: number;
};

const STALE_AFTER = 15;
/** More problems than that say nothing new. */
const MAX_PROBLEMS = 1_000;

/**
 * Verifies a repository: the hash of every file, the WAL from each base backup to the newest without a gap, and all media
 * files. It changes nothing, and works beside an archiver, which completes, adds and deletes files while they are read: a
 * problem is what a second look finds as well.
 */
export async function checkRepository(options: CheckOptions): Promise<Checked> {
  const first = await look(options);
  if (first.problems.length === 0) return first;
  const second = await look(options);
  const again = new Set(second.problems);
  return { ...second, problems: first.problems.filter((problem) => again.has(problem)) };
}

async function look({ folder, key, now, staleAfter = STALE_AFTER }: CheckOptions): Promise<Checked> {
  const problems: string[] = [];
  const report: Report = {
    add: (problem) => problems.length < MAX_PROBLEMS && problems.push(problem),
    attempt: (check) =>
      check().catch((error: unknown) => {
        report.add(messageOf(error));
        return undefined;
      }),
  };
  const repository = await report.attempt(() => openRepository(folder));
  const checked = { problems, bases: 0, segments: 0, media: 0 };
  if (!repository) return checked;
  await report.attempt(() => checkModes(folder, report));
  checked.bases = (await report.attempt(() => checkBases(repository, key, report))) ?? 0;
  checked.segments = (await report.attempt(() => checkWal(repository, report))) ?? 0;
  checked.media = (await report.attempt(() => checkMedia(repository, report))) ?? 0;
  await report.attempt(() => checkWindows(repository, report, { now, staleAfter }));
  return checked;
}

async function checkWindows(
  repository: Repository,
  report: Report,
  { now, staleAfter }: { now: Date; staleAfter: number },
) {
  const all = await windows(repository, null);
  for (const { manifest, to, wal } of all) {
    if (wal.missing)
      report.add(
        `The WAL segment ${wal.missing} is missing: the base backup ${manifest.id} reaches only ${to?.toISOString() ?? 'nothing'}`,
      );
    else if (wal.unknown) report.add(`The unfinished WAL segment can't be restored: ${wal.unknown}`);
    else if (!to) report.add(`The WAL that the base backup ${manifest.id} needs was not archived`);
  }
  const newest = all.filter(({ to }) => to !== undefined).at(-1);
  if (!newest?.to) return report.add('There is no base backup that can be restored');
  const current = (await timelines(repository)).at(-1);
  if (current !== undefined && current !== newest.manifest.timeline)
    report.add(`The newest WAL is of timeline ${current}, which has no base backup that can be restored`);
  const minutes = (now.getTime() - newest.to.getTime()) / 60_000;
  if (minutes < -staleAfter)
    report.add(
      `The archive ends at ${newest.to.toISOString()}, which is in the future: a clock was wrong, and whether an archiver runs is not known`,
    );
  if (minutes > staleAfter)
    report.add(`The archive ends at ${newest.to.toISOString()}, ${Math.floor(minutes)} minutes ago: no archiver runs`);
}

/** Other users must not read a backup, and its own user must be able to. */
async function checkModes(folder: string, report: Report): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    // A lock or an unfinished file may be gone by now.
    if (!found) continue;
    const expected = found.isDirectory() ? 0o700 : 0o600;
    const mode = found.mode & 0o777;
    if (mode !== expected)
      report.add(`${path} has the mode ${mode.toString(8).padStart(3, '0')}: ${expected.toString(8)} is expected`);
    if (found.isDirectory()) await checkModes(path, report);
    else if (!found.isFile()) report.add(`${path} is neither a file nor a folder`);
  }
}
