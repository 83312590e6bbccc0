import { join } from 'node:path';
import { parseSegmentName, timelineName } from '../postgres/lsn.ts';
import { namesIn, UNFINISHED } from '../repository/files.ts';
import { type Repository, readStatus, STATUS, walFolder } from '../repository/repository.ts';
import { archivedSegments, histories, historyName, readSegment, timelines } from '../repository/wal-files.ts';
import { continuation } from '../repository/windows.ts';
import { readPartial } from '../restore/wal-supply.ts';
import type { Report } from './report.ts';

/** Verifies each segment of WAL, and that no other file is between them. @returns the number of complete segments */
export async function checkWal(repository: Repository, report: Report): Promise<number> {
  const all = await timelines(repository);
  await checkTimelines(repository, all, report);
  let segments = 0;
  for (const timeline of all)
    segments += (await report.attempt(() => checkTimeline(repository, timeline, report))) ?? 0;
  return segments;
}

async function checkTimelines(repository: Repository, all: number[], report: Report): Promise<void> {
  const folder = join(repository.folder, 'wal');
  const known = (await report.attempt(() => histories(repository))) ?? new Map<string, string>();
  const names = [...known].map(([name, text]) => historyName(Number.parseInt(name, 16), text));
  const expected = new Set([...all.map(timelineName), ...names]);
  for (const name of await namesIn(folder))
    if (!expected.has(name) && !name.startsWith(UNFINISHED))
      report.add(`${join(folder, name)} does not belong to the WAL`);
  for (const timeline of all)
    if (timeline > 1 && !known.has(`${timelineName(timeline)}.history`))
      report.add(`The history of the timeline ${timeline} is missing in ${folder}`);
}

async function checkTimeline(repository: Repository, timeline: number, report: Report): Promise<number> {
  const folder = walFolder(repository, timeline);
  const status = await report.attempt(() => readStatus(repository, timeline));
  if (status && status.timeline !== timeline)
    report.add(`${join(folder, STATUS)} is of the timeline ${status.timeline}`);
  const segments = await archivedSegments(repository, timeline);
  const known = new Set([STATUS, ...segments.map(({ file }) => file.slice(folder.length + 1))]);
  const versions = new Map<number, string>();
  let before: bigint | undefined;
  for (const segment of segments) {
    if (segment.segment === before) report.add(`${segment.file} is a second copy of its segment`);
    before = segment.segment;
    const content = await report.attempt(() => readSegment(repository, timeline, segment));
    if (content) versions.set(content.readUInt16LE(0), segment.file);
  }
  if (versions.size > 1)
    report.add(`The WAL in ${folder} is of several versions of Postgres: ${[...versions.values()].join(', ')}`);
  await checkPartial(repository, timeline, segments.at(-1)?.segment, report);
  for (const name of await namesIn(folder)) {
    const isPartial =
      name.endsWith('.partial') && parseSegmentName(name.slice(0, -8), repository.segmentSize)?.timeline === timeline;
    if (!known.has(name) && !isPartial && !name.startsWith(UNFINISHED))
      report.add(`${join(folder, name)} does not belong to the WAL`);
  }
  return segments.length;
}

/** Verifies the unfinished segment that continues the complete ones, as far as the status vouches for it. */
async function checkPartial(repository: Repository, timeline: number, last: bigint | undefined, report: Report) {
  const status = await readStatus(repository, timeline).catch(() => undefined);
  const named = status?.partial && parseSegmentName(status.partial.segment, repository.segmentSize);
  // It may have been completed since the status was written.
  if (!named || (last !== undefined && named.segment <= last)) return;
  const { partial } = await continuation(repository, timeline, named.segment * BigInt(repository.segmentSize));
  if (!partial) report.add(`The unfinished WAL segment ${status.partial?.segment} is missing or too short`);
  else {
    await report.attempt(async () => {
      await readPartial(repository, timeline, partial);
    });
  }
}
