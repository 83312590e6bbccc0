import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { BackupError } from '../errors.ts';
import { parseSegmentName, segmentName, timelineName } from '../postgres/lsn.ts';
import { namesIn, sha256 } from './files.ts';
import { type Repository, walFolder } from './repository.ts';

const decompress = promisify(zstdDecompress);

/**
 * A complete segment. Its name carries what proves it: `<segment>.<milliseconds>.<sha256>.zst`, the instant at which the
 * server sent its last byte, and the hash of the file.
 */
export type ArchivedSegment = { name: string; file: string; segment: bigint; sentAt: Date; sha256: string };

const ARCHIVED = /^([0-9A-F]{24})\.(\d{13})\.([0-9a-f]{64})\.zst$/;
const HISTORY = /^([0-9A-F]{8})\.([0-9a-f]{64})\.history$/;

export const archivedName = (segment: string, sentAt: Date, hash: string): string =>
  `${segment}.${sentAt.getTime()}.${hash}.zst`;
export const partialName = (segment: string): string => `${segment}.partial`;
export const historyName = (timeline: number, text: string): string =>
  `${timelineName(timeline)}.${sha256(text)}.history`;

/** The complete segments of a timeline in order. */
export async function archivedSegments(repository: Repository, timeline: number): Promise<ArchivedSegment[]> {
  const folder = walFolder(repository, timeline);
  const segments: ArchivedSegment[] = [];
  for (const name of await namesIn(folder)) {
    const segment = readName(name, repository, timeline);
    if (segment) segments.push({ ...segment, file: join(folder, name) });
  }
  return segments;
}

function readName(name: string, { segmentSize }: Repository, timeline: number) {
  const match = name.match(ARCHIVED);
  const parsed = match?.[1] ? parseSegmentName(match[1], segmentSize) : undefined;
  if (!match?.[1] || !match[3] || parsed?.timeline !== timeline) return undefined;
  return { name: match[1], segment: parsed.segment, sentAt: new Date(Number(match[2])), sha256: match[3] };
}

/** The timelines with an archive, oldest first. */
export async function timelines({ folder }: Repository): Promise<number[]> {
  const names = await namesIn(join(folder, 'wal'));
  return names.filter((name) => /^[0-9A-F]{8}$/.test(name)).map((name) => Number.parseInt(name, 16));
}

/** Files that name the ancestors of timelines: Postgres's name of each, and its content. */
export async function histories({ folder }: Repository): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of await namesIn(join(folder, 'wal'))) {
    const match = name.match(HISTORY);
    if (!match?.[1]) continue;
    const text = await readFile(join(folder, 'wal', name), 'utf8');
    if (sha256(text) !== match[2])
      throw new BackupError(`${join(folder, 'wal', name)} is damaged: its content does not match its hash`);
    found.set(`${match[1]}.history`, text);
  }
  return found;
}

/** @throws {BackupError} when the file is damaged, or is another segment than its name says */
export async function readSegment(repository: Repository, timeline: number, segment: ArchivedSegment): Promise<Buffer> {
  const compressed = await readFile(segment.file);
  if (createHash('sha256').update(compressed).digest('hex') !== segment.sha256)
    throw new BackupError(`${segment.file} is damaged: its content does not match its hash`);
  const content = await decompress(compressed, { maxOutputLength: repository.segmentSize }).catch(() => {
    throw new BackupError(`${segment.file} is damaged: it can't be unpacked`);
  });
  if (content.length !== repository.segmentSize) throw new BackupError(`${segment.file} is damaged: it is too short`);
  const problem = headerProblem(repository, timeline, segment.segment, content);
  if (problem) throw new BackupError(`${segment.file} ${problem}`);
  return content;
}

const HEADER = 40;

/** What is wrong with the first bytes of a segment: Postgres writes there what segment of which cluster it is. */
export function headerProblem(
  { segmentSize, systemIdentifier }: Repository,
  timeline: number,
  segment: bigint,
  content: Buffer,
): string | undefined {
  if (content.length < HEADER) return undefined;
  const system = content.readBigUInt64LE(24).toString();
  if (system !== systemIdentifier) return `is WAL of another database (system ${system})`;
  if (content.readUInt32LE(32) !== segmentSize) return 'is WAL of another segment size';
  const position = content.readBigUInt64LE(8);
  if (position !== segment * BigInt(segmentSize))
    return `is another segment, ${segmentName(timeline, position / BigInt(segmentSize), segmentSize)}`;
  // The segment in which a timeline begins has pages of its ancestor before that point.
  const written = content.readUInt32LE(4);
  return written > timeline ? `is WAL of timeline ${written}` : undefined;
}
