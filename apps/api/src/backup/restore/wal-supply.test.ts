import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '../repository/files.ts';
import type { Repository } from '../repository/repository.ts';
import { archivedName } from '../repository/wal-files.ts';
import type { Continuation } from '../repository/windows.ts';
import { supplyWal, type WalSupply } from './wal-supply.ts';

/* The exit codes of the restore_command: Postgres takes 1 for the end of the WAL, and ends the recovery at 200. */

const SEGMENT = '000000010000000000000001';

const SEGMENT_SIZE = 1_048_576;

let home: string;
let repository: Repository;
let supply: WalSupply;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'channel-supply-'));
  repository = {
    ...{ format: 1, id: '00000001', systemIdentifier: '1', createdAt: '2100-01-01T00:00:00Z' },
    segmentSize: SEGMENT_SIZE,
    folder: join(home, 'repository'),
  };
  mkdirSync(join(repository.folder, 'wal', '00000001'), { recursive: true });
});
afterEach(async () => {
  await supply.stop();
  rmSync(home, { recursive: true });
});

/** The supply of an archive with one complete segment, which is missing, and what else the test needs. */
async function supplied(partial?: Continuation['partial']): Promise<void> {
  const missing = { name: SEGMENT, file: join(home, 'missing'), segment: 1n, sentAt: new Date(), sha256: '' };
  const wal = { ...{ segments: [missing], reached: 0n, reachedAt: undefined, missing: undefined }, unknown: undefined };
  supply = await supplyWal(repository, 1, { ...wal, partial }, join(home, 'staging'), undefined);
}

const request = (name: string) =>
  new Promise<number | string | null | undefined>((resolve) => {
    const command = supply.restoreCommand.replace('%f', name).replace('%p', join(home, 'received'));
    execFile('/bin/sh', ['-c', command], (error) => resolve(error ? error.code : 0));
  });

it('a segment that the archive does not have is the end of the WAL', async () => {
  await supplied();
  expect(await request('000000010000000000000002')).toBe(1);
  expect(supply.problem).toBeUndefined();
});

it('one that can not be read ends the recovery, and so does every later request', async () => {
  await supplied();
  expect(await request(SEGMENT)).toBe(200);
  expect(String(supply.problem)).toContain('ENOENT');
  expect(await request('000000010000000000000002')).toBe(200);
  expect(existsSync(join(home, 'received'))).toBe(false);
});

it('an unfinished segment that a running archiver has completed and removed since is found', async () => {
  const name = '000000010000000000000002';
  const content = Buffer.alloc(SEGMENT_SIZE, 7);
  content.writeUInt32LE(1, 4);
  content.writeBigUInt64LE(2n * BigInt(SEGMENT_SIZE), 8);
  content.writeBigUInt64LE(1n, 24);
  content.writeUInt32LE(SEGMENT_SIZE, 32);
  const size = 10_000;
  const file = join(repository.folder, 'wal', '00000001', `${name}.partial`);
  await supplied({ name, file, size, sha256: sha256(content.subarray(0, size)) });
  const compressed = zstdCompressSync(content);
  writeFileSync(join(file, '..', archivedName(name, new Date(), sha256(compressed))), compressed);
  expect(await request(name)).toBe(0);
  const received = readFileSync(join(home, 'received'));
  expect(received.length).toBe(SEGMENT_SIZE);
  expect(received.subarray(0, size).equals(content.subarray(0, size))).toBe(true);
});
