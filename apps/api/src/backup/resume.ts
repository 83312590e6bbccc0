import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, messageOf, withCode } from './errors.ts';
import { formatLsn, type Lsn, parseLsn, parseSegmentName, segmentOf, timelineName } from './postgres/lsn.ts';
import type { Replication } from './postgres/replication.ts';
import type { ServerIdentity } from './postgres/server.ts';
import { createSlot, findSlot, slotNameOf } from './postgres/slot.ts';
import { namesIn, sha256, writeWhole } from './repository/files.ts';
import { type Repository, readStatus, walFolder } from './repository/repository.ts';
import { archivedSegments, histories, historyName, timelines } from './repository/wal-files.ts';

/** Where the archive of a server continues. */
export type Resumption = {
  slot: string;
  start: Lsn;
  /** WAL that the server no longer has: a new base backup is needed. */
  lost: boolean;
};

/**
 * Finds the position from which WAL is needed, and makes the server keep it from there on.
 *
 * @throws {BackupError} when another archiver runs, or the server's history is not that of the repository
 */
export async function resume(
  repository: Repository,
  {
    replication,
    server,
    url,
    warn,
  }: { replication: Replication; server: ServerIdentity; url: string; warn: (message: string) => void },
): Promise<Resumption> {
  await checkTimeline(repository, { replication, server, warn });
  const name = slotNameOf(repository.id);
  const slot = (await findSlot(url, name)) ?? (await createSlot(replication, url, name));
  if (!slot) throw new BackupError(`The replication slot ${name} can't be created`);
  if (slot.isActive) {
    throw new BackupError(`Another archiver uses the replication slot ${name}: one archiver per repository`, {
      cause: withCode('55006'),
    });
  }
  const available = segmentOf(slot.restart, repository.segmentSize);
  const next = await nextSegment(repository, server.timeline);
  const lost = next !== undefined && available > next;
  const first = next === undefined || lost ? available : next;
  return { slot: name, start: first * BigInt(repository.segmentSize), lost };
}

/** The segment after the last complete one; an unfinished one is archived again from its start. */
async function nextSegment(repository: Repository, timeline: number): Promise<bigint | undefined> {
  const last = (await archivedSegments(repository, timeline)).at(-1);
  const partials = (await namesIn(walFolder(repository, timeline)))
    .map((name) => parseSegmentName(name.replace(/\.partial$/, ''), repository.segmentSize))
    .filter((parsed) => parsed !== undefined);
  const candidates = [...(last ? [last.segment + 1n] : []), ...partials.map(({ segment }) => segment)];
  return candidates.reduce<bigint | undefined>((most, at) => (most === undefined || at > most ? at : most), undefined);
}

async function checkTimeline(
  repository: Repository,
  { replication, server, warn }: { replication: Replication; server: ServerIdentity; warn: (message: string) => void },
): Promise<void> {
  const { folder } = repository;
  const newest = (await timelines(repository)).at(-1);
  if (newest !== undefined && newest > server.timeline) {
    throw new BackupError(
      `${folder} has WAL of timeline ${newest}, and the server is on timeline ${server.timeline}: it is an older copy of the database. Set BACKUP_DIR to a new folder`,
    );
  }
  const archived = await archivedEnd(repository, server.timeline, warn);
  if (archived > server.position) {
    throw new BackupError(
      `${folder} has WAL up to ${formatLsn(archived)}, and the server only up to ${formatLsn(server.position)}: it is an older copy of the database. Set BACKUP_DIR to a new folder`,
    );
  }
  if (server.timeline > 1) await storeHistory(repository, replication, server.timeline);
}

/** The end of what is archived, as far as it is known: a damaged status is written again soon. */
async function archivedEnd(repository: Repository, timeline: number, warn: (message: string) => void): Promise<Lsn> {
  const status = await readStatus(repository, timeline).catch((error: unknown) => {
    warn(`${messageOf(error)}. It is written anew; until then the unfinished WAL segment can't be restored`);
    return undefined;
  });
  const last = (await archivedSegments(repository, timeline)).at(-1);
  const complete = last ? (last.segment + 1n) * BigInt(repository.segmentSize) : 0n;
  const recorded = status ? parseLsn(status.lsn) : 0n;
  return recorded > complete ? recorded : complete;
}

async function storeHistory(repository: Repository, replication: Replication, timeline: number): Promise<void> {
  const [row] = await replication.rows(`TIMELINE_HISTORY ${timeline}`);
  const text = row?.content ?? '';
  const file = join(repository.folder, 'wal', historyName(timeline, text));
  const known = (await histories(repository)).get(`${timelineName(timeline)}.history`);
  if (known !== undefined && sha256(known) !== sha256(text)) {
    throw new BackupError(
      `${repository.folder} has another timeline ${timeline}: two restored copies of one database can't share a repository. Set BACKUP_DIR to a new folder`,
    );
  }
  if (known === undefined || (await readFile(file, 'utf8').catch(() => undefined)) === undefined)
    await writeWhole(file, text);
}
