/** A position in the write-ahead log (WAL), in bytes. */
export type Lsn = bigint;

/** Reads Postgres's notation, such as `0/3000028`. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;

const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The eight hexadecimal digits that stand for a timeline in the names of files. */
export const timelineName = (timeline: number): string => hex(BigInt(timeline));

/** Number of the segment that contains a position. */
export const segmentOf = (lsn: Lsn, segmentSize: number): bigint => lsn / BigInt(segmentSize);

/** Postgres's name of a segment: timeline, high part, low part. */
export function segmentName(timeline: number, segment: bigint, segmentSize: number): string {
  const perHighPart = 0x1_0000_0000n / BigInt(segmentSize);
  return timelineName(timeline) + hex(segment / perHighPart) + hex(segment % perHighPart);
}

/** Timeline and number of a segment by its name; undefined for any other name. */
export function parseSegmentName(name: string, segmentSize: number): { timeline: number; segment: bigint } | undefined {
  const match = name.match(/^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/);
  if (!match) return undefined;
  const [timeline = 0n, high = 0n, low = 0n] = match.slice(1).map((part) => BigInt(`0x${part}`));
  return { timeline: Number(timeline), segment: high * (0x1_0000_0000n / BigInt(segmentSize)) + low };
}
