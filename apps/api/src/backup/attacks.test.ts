import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupNow } from './backup-now.ts';
import { checkRepository } from './check/check.ts';
import { sha256 } from './repository/files.ts';
import { openRepository } from './repository/repository.ts';
import { seal } from './repository/sealed.ts';
import { windows } from './repository/windows.ts';
import { restoreInto } from './restore/restore-into.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

/* What a repository must survive beyond a flipped byte: forged and damaged manifests, other keys, clocks and folders. */

const TIMEOUT = 120_000;
const OTHER_KEY = 'another key of tests, thirty-two characters';
const DAY = 86_400_000;

let cluster: TestCluster;
let copies = 0;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.sql('create table entry (id serial primary key, note text)');
  await cluster.storage.put('picture-1', Buffer.from('a ticket'), 'image/png');
  await cluster.storage.put('picture-2', Buffer.from('another one'), 'image/png');
  await backupNow(cluster.options());
  const archiver = startArchiver(cluster.options());
  for (let n = 0; n < 3; n += 1) {
    await cluster.sql('insert into entry (note) select md5(n::text) from generate_series(1, 1000) n');
    await cluster.sql('select pg_switch_wal()');
    await sleep(1_200);
  }
  await archiver.stop();
  await backupNow(cluster.options());
}, TIMEOUT);
afterAll(() => cluster.discard());

const bases = (folder = cluster.repository) => readdirSync(join(folder, 'base')).sort();

/** A copy of the repository, for damages. */
function copy(): string {
  copies += 1;
  const folder = join(cluster.home, `copy-${copies}`);
  cpSync(cluster.repository, folder, { recursive: true });
  return folder;
}

async function restore(repository: string, key = KEY): Promise<string[]> {
  const folder = join(cluster.home, `restored-${copies}-${key.length}`);
  const restored = await restoreInto({ repository, folder, to: 'latest', key, isScratch: true });
  const media = readdirSync(join(restored.mediaDir, 'pi')).sort();
  restored.discard();
  return media;
}

const problems = async (folder: string, now = new Date()) =>
  (await checkRepository({ folder, key: KEY, now })).problems.filter((problem) => !problem.includes('has the mode'));

describe('a manifest', () => {
  it('without a signature is refused where the key is known', { timeout: TIMEOUT }, async () => {
    const folder = copy();
    for (const base of bases()) {
      const file = join(folder, 'base', base, 'manifest.json');
      const { content } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, seal({ ...content, files: [], release: 'forged' }, null));
    }
    expect(await problems(folder)).not.toEqual([]);
    await expect(restore(folder)).rejects.toThrow();
  });

  it('that is damaged blocks no restore of another base backup', { timeout: TIMEOUT }, async () => {
    const folder = copy();
    writeFileSync(join(folder, 'base', bases()[0] ?? '', 'manifest.json'), '');
    expect(await problems(folder)).not.toEqual([]);
    expect(await restore(folder)).toEqual(['picture-1', 'picture-2']);
  });
});

it('WAL that was lost before it was hashed does not end a restore early', { timeout: TIMEOUT }, async () => {
  const folder = copy();
  // Only the older base backup needs all of it.
  rmSync(join(folder, 'base', bases().at(-1) ?? ''), { recursive: true });
  const wal = join(folder, 'wal/00000001');
  const name =
    readdirSync(wal)
      .filter((each) => each.endsWith('.zst'))
      .sort()
      .at(-4) ?? '';
  const content = zstdDecompressSync(readFileSync(join(wal, name))).fill(0, 2 * 8_192);
  const compressed = zstdCompressSync(content);
  const parts = name.split('.');
  parts[2] = sha256(compressed);
  rmSync(join(wal, name));
  writeFileSync(join(wal, parts.join('.')), compressed, { mode: 0o600 });
  await expect(restore(folder)).rejects.toThrow('could not replay it to its end');
});

it('a new key restores what was backed up since, and the old one is refused', { timeout: TIMEOUT }, async () => {
  const options = cluster.options();
  await backupNow({ ...options, origin: { ...options.origin, key: OTHER_KEY } });
  const folder = copy();
  rmSync(join(cluster.repository, 'base', bases().at(-1) ?? ''), { recursive: true });
  expect(await restore(folder, OTHER_KEY)).toEqual(['picture-1', 'picture-2']);
  await expect(restore(folder)).rejects.toThrow();
});

it('a stray folder among the base backups causes no further one, and is reported', { timeout: TIMEOUT }, async () => {
  const stray = join(cluster.repository, 'base', 'lost+found');
  mkdirSync(stray, { mode: 0o700 });
  const before = bases();
  const archiver = startArchiver(cluster.options());
  await sleep(4_000);
  await archiver.stop();
  expect(bases()).toEqual(before);
  expect((await problems(cluster.repository)).join()).toContain('lost+found');
  rmSync(stray, { recursive: true });
});

it('a base backup of a clock that was ahead does not outlive the next ones', { timeout: TIMEOUT }, async () => {
  await backupNow(cluster.options({ clock: () => new Date(Date.now() + 1_000 * DAY) }));
  const [ahead] = bases().slice(-1);
  await backupNow(cluster.options({ keep: 1 }));
  expect(bases()).toHaveLength(1);
  expect(bases()).not.toContain(ahead);
  expect(await windows(await openRepository(cluster.repository), KEY)).toHaveLength(1);
});

it('a deleted file is not restored', { timeout: TIMEOUT }, async () => {
  rmSync(join(cluster.home, 'media', 'pi', 'picture-1'));
  await backupNow(cluster.options());
  expect(await restore(copy())).toEqual(['picture-2']);
});
