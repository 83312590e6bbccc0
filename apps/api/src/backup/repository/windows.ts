import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { type Lsn, parseLsn, segmentName, segmentOf } from '../postgres/lsn.ts';
import type { Manifest } from './manifest.ts';
import { baseIds, type Repository, readManifest, readStatus, STATUS, walFolder } from './repository.ts';
import { type ArchivedSegment, archivedSegments, partialName } from './wal-files.ts';

/** The WAL that continues a base backup without a gap. */
export type Continuation = {
  segments: ArchivedSegment[];
  /** The unfinished segment, as far as it is known to be durable. */
  partial: { name: string; file: string; size: number; sha256: string } | undefined;
  reached: Lsn;
  /** Every transaction committed before it is included; undefined without any WAL. */
  reachedAt: Date | undefined;
  /** The first missing segment, when there is WAL after it. */
  missing: string | undefined;
  /** Why an unfinished segment that may have WAL can't be used. */
  unknown: string | undefined;
};

/** A base backup with the instants that it can be restored to; `to` is undefined while its own WAL is incomplete. */
export type Window = { manifest: Manifest; from: Date; to: Date | undefined; wal: Continuation };

/** The WAL from a position on. */
export async function continuation(repository: Repository, timeline: number, from: Lsn): Promise<Continuation> {
  const { segmentSize } = repository;
  let damage: string | undefined;
  const status = await readStatus(repository, timeline).catch((error: unknown) => {
    damage = messageOf(error);
    return undefined;
  });
  const all = await archivedSegments(repository, timeline);
  const byNumber = new Map(all.map((segment) => [segment.segment, segment]));
  const segments: ArchivedSegment[] = [];
  let next = segmentOf(from, segmentSize);
  for (let found = byNumber.get(next); found; found = byNumber.get(++next)) segments.push(found);

  const name = segmentName(timeline, next, segmentSize);
  const file = join(walFolder(repository, timeline), partialName(name));
  const size = await sizeOf(file);
  const recorded = status?.partial?.segment === name ? status.partial : undefined;
  const partial = recorded && size >= recorded.size ? { ...recorded, name, file } : undefined;
  const end = next * BigInt(segmentSize);
  const isAtEnd = status !== undefined && (partial !== undefined || parseLsn(status.lsn) === end);
  const isBeyond = all.some(({ segment }) => segment > next) || (status !== undefined && parseLsn(status.lsn) > end);
  return {
    segments,
    partial,
    reached: partial && status ? parseLsn(status.lsn) : end,
    reachedAt: isAtEnd && status ? new Date(status.reachedAt) : segments.at(-1)?.sentAt,
    missing: partial === undefined && isBeyond ? name : undefined,
    unknown:
      status === undefined && size > 0
        ? (damage ?? `${STATUS} of the unfinished segment ${file} is missing`)
        : undefined,
  };
}

/** The window of a base backup. */
export async function windowOf(repository: Repository, manifest: Manifest): Promise<Window> {
  const wal = await continuation(repository, manifest.timeline, parseLsn(manifest.startLsn));
  const from = new Date(manifest.endedAt);
  const isComplete = wal.reached >= parseLsn(manifest.endLsn) && wal.reachedAt !== undefined;
  return { manifest, from, to: isComplete ? new Date(Math.max(Number(from), Number(wal.reachedAt))) : undefined, wal };
}

/**
 * The windows of the base backups whose manifests can be read, oldest first. The WAL of an older one reaches as far, so
 * that one damaged manifest, or one of a former key, prevents nothing.
 *
 * @throws {BackupError} when none can be read
 */
export async function windows(repository: Repository, key: string | null): Promise<Window[]> {
  const all: Window[] = [];
  let problem: unknown;
  for (const id of await baseIds(repository)) {
    try {
      all.push(await windowOf(repository, await readManifest(repository, id, key)));
    } catch (error) {
      problem = error;
    }
  }
  if (all.length === 0 && problem !== undefined) throw problem;
  return all;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}
