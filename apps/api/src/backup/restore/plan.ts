import { BackupError } from '../errors.ts';
import { type Repository, readManifest } from '../repository/repository.ts';
import { type Window, windows } from '../repository/windows.ts';
import { formatInstant, microsecondsOf } from './instant.ts';

/** The instant to restore to: a time, an `Instant` to the microsecond, or the newest that the repository has. */
export type Target = Date | 'latest';

/**
 * Chooses the newest base backup from which the target can be reached.
 *
 * @throws {BackupError} naming the instants that can be reached
 */
export async function choose(repository: Repository, target: Target, key: string | null): Promise<Window> {
  const chosen = await fitting(repository, target);
  // Others may be of a former key.
  await readManifest(repository, chosen.manifest.id, key);
  return chosen;
}

async function fitting(repository: Repository, target: Target): Promise<Window> {
  const all = await windows(repository, null);
  if (all.length === 0) throw new BackupError(`${repository.folder} has no base backup`);
  const restorable = all.filter(({ to }) => to !== undefined);
  if (restorable.length === 0) {
    const { missing, unknown } = all.at(-1)?.wal ?? {};
    throw new BackupError(
      `No base backup in ${repository.folder} can be restored: ${missing ? `the WAL segment ${missing} is missing` : (unknown ?? 'the WAL to its end was not archived')}`,
    );
  }
  if (target === 'latest') return newest(restorable);
  const at = microsecondsOf(target);
  const reaching = restorable.filter(
    ({ from, to }) => microsecondsOf(from) <= at && to !== undefined && at <= microsecondsOf(to),
  );
  const chosen = reaching.at(-1);
  if (chosen) return chosen;
  throw new BackupError(
    `${formatInstant(target)} can't be restored: ${restorable.map(describeWindow).join('; ')}. Use one of these times, or \`latest\``,
  );
}

/** The newest base backup of all must be usable, or data would be missing without a word. */
function newest(restorable: Window[]): Window {
  const chosen = restorable.at(-1);
  if (!chosen) throw new BackupError('There is no base backup');
  const { missing, unknown } = chosen.wal;
  if (missing || unknown) {
    const to = chosen.to?.toISOString();
    const problem = missing ? `The WAL segment ${missing} is missing, and the repository has WAL after it` : unknown;
    throw new BackupError(`${problem}: data after ${to} can't be restored. Restore with --to ${to} to accept that`);
  }
  return chosen;
}

export const describeWindow = ({ manifest, from, to }: Window): string =>
  to ? `from ${from.toISOString()} to ${to.toISOString()}` : `${manifest.id} not yet`;
