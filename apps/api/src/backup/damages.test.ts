import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupNow } from './backup-now.ts';
import { checkRepository } from './check/check.ts';
import { seal } from './repository/sealed.ts';
import { restoreInto } from './restore/restore-into.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

/* Each damage to a repository is found by the check, and none is found in an undamaged one. */

let cluster: TestCluster;
let other: TestCluster;

beforeAll(async () => {
  [cluster, other] = await Promise.all([startCluster(), startCluster()]);
  await cluster.sql('create table entry (id int primary key, note text)');
  await cluster.storage.put('picture-1', Buffer.from('a picture'), 'image/png');
  await cluster.storage.put('picture-2', Buffer.from('another picture'), 'image/png');
  await backupNow(cluster.options());
  await other.storage.put('picture-1', Buffer.from('a picture'), 'image/png');
  await backupNow(other.options());
  const archiver = startArchiver(cluster.options());
  for (let n = 0; n < 4; n++) {
    await cluster.sql('insert into entry select $1::int * 100 + n, md5(n::text) from generate_series(1, 50) n', [n]);
    await cluster.sql('select pg_switch_wal()');
  }
  await backupNow(cluster.options());
  await cluster.sql("insert into entry values (9999, 'in the unfinished segment')");
  await archiver.stop();
}, 120_000);
afterAll(() => Promise.all([cluster.discard(), other.discard()]));

/** Paths in a copy of the repository, so that a damage can be described in one line. */
function copy() {
  const folder = join(cluster.home, `damaged-${Math.random().toString(36).slice(2)}`);
  cpSync(cluster.repository, folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700);
  const wal = join(folder, 'wal', '00000001');
  const named = (end: string) =>
    readdirSync(wal)
      .filter((name) => name.endsWith(end))
      .map((name) => join(wal, name));
  const bases = readdirSync(join(folder, 'base')).map((name) => join(folder, 'base', name));
  const pictures = readdirSync(join(folder, 'media', 'pi')).map((name) => join(folder, 'media', 'pi', name));
  const at = (paths: string[], index: number) => paths.at(index) ?? '';
  return {
    folder,
    wal,
    segment: (index: number) => at(named('.zst'), index),
    partial: () => at(named('.partial'), 0),
    base: (index: number, name = '') => join(at(bases, index), name),
    picture: (index: number) => at(pictures, index),
    index: join(folder, 'media', 'index.jsonl'),
  };
}
type Copy = ReturnType<typeof copy>;

/** Changes one bit in the middle of a file. */
function flip(file: string, place = 0.5): void {
  const content = readFileSync(file);
  const at = Math.floor(content.length * place);
  content.writeUInt8(content.readUInt8(at) ^ 1, at);
  writeFileSync(file, content);
}

function swap(one: string, two: string): void {
  renameSync(one, `${one}.tmp`);
  renameSync(two, one);
  renameSync(`${one}.tmp`, two);
}

function rewrite(file: string, change: (content: Record<string, unknown>) => void, key: string | null = KEY): void {
  const { content } = JSON.parse(readFileSync(file, 'utf8'));
  change(content);
  writeFileSync(file, seal(content, key));
}

const walOf = ({ repository }: TestCluster) => join(repository, 'wal', '00000001');

const DAMAGES: Record<string, [damage: (copy: Copy) => void, problem: RegExp]> = {
  'missing WAL segment': [(c) => rmSync(c.segment(2)), /segment \w+ is missing/],
  'missing first WAL segment': [(c) => rmSync(c.segment(0)), /is missing|not archived/],
  'missing unfinished segment': [(c) => rmSync(c.partial()), /unfinished WAL segment \w+ is missing/],
  'flipped bit in WAL': [(c) => flip(c.segment(1)), /does not match its hash/],
  'flipped bit in the unfinished segment': [(c) => flip(c.partial(), 0.0005), /does not match its hash/],
  'truncated WAL segment': [(c) => truncateSync(c.segment(1), 1_000), /does not match its hash/],
  'empty WAL segment': [(c) => truncateSync(c.segment(1), 0), /does not match its hash/],
  'truncated unfinished segment': [(c) => truncateSync(c.partial(), 10), /missing or too short/],
  'swapped WAL segments': [(c) => swap(c.segment(1), c.segment(2)), /does not match its hash/],
  'renamed WAL segment': [
    (c) => renameSync(c.segment(1), c.segment(1).replace(/0(?=[0-9A-F]\.\d{13})/, '7')),
    /is another segment|is missing/,
  ],
  'WAL of another database': [
    (c) => {
      const [name = ''] = readdirSync(walOf(other)).filter((file) => file.endsWith('.zst'));
      rmSync(c.segment(0));
      cpSync(join(walOf(other), name), join(c.wal, name));
    },
    /is WAL of another database/,
  ],
  'extra file in WAL': [
    (c) => writeFileSync(join(c.wal, 'notes.txt'), 'x', { mode: 0o600 }),
    /does not belong to the WAL/,
  ],
  'WAL under another timeline': [
    (c) => cpSync(c.wal, join(c.folder, 'wal', '00000002'), { recursive: true }),
    /history of the timeline 2 is missing/,
  ],
  'damaged status': [(c) => flip(join(c.wal, 'status.json')), /status\.json is damaged|unpacked|missing/],
  'flipped bit in the base backup': [(c) => flip(c.base(0, 'base.tar.zst')), /base\.tar\.zst is damaged/],
  'truncated base backup': [(c) => truncateSync(c.base(1, 'base.tar.zst'), 100_000), /base\.tar\.zst is damaged/],
  'empty base backup': [(c) => truncateSync(c.base(1, 'base.tar.zst'), 0), /base\.tar\.zst is damaged/],
  'missing archive of a base backup': [(c) => rmSync(c.base(1, 'base.tar.zst')), /ENOENT.*base\.tar\.zst/],
  'flipped bit in a manifest': [(c) => flip(c.base(0, 'manifest.json')), /manifest\.json is damaged/],
  'missing manifest': [(c) => rmSync(c.base(0, 'manifest.json')), /ENOENT.*manifest\.json/],
  'manifest of another base backup': [
    (c) => cpSync(c.base(1, 'manifest.json'), c.base(0, 'manifest.json')),
    /is the manifest of another base backup/,
  ],
  'swapped base backups': [(c) => swap(c.base(0), c.base(1)), /is the manifest of another base backup/],
  'swapped archives': [(c) => swap(c.base(0, 'base.tar.zst'), c.base(1, 'base.tar.zst')), /base\.tar\.zst is damaged/],
  'manifest changed and hashed again': [
    (c) =>
      rewrite(
        c.base(0, 'manifest.json'),
        (manifest) => Object.assign(manifest, { serverVersion: 170_001 }),
        'x'.repeat(32),
      ),
    /was not signed with this SECRET_KEY/,
  ],
  'foreign system identifier': [
    (c) =>
      rewrite(c.base(0, 'manifest.json'), (manifest) =>
        Object.assign(manifest, { systemIdentifier: '7000000000000000000' }),
      ),
    /belongs to another repository or database/,
  ],
  'no base backup': [
    (c) => {
      for (const index of [0, 1]) rmSync(c.base(index), { recursive: true });
    },
    /has no base backup/,
  ],
  'missing repository file': [(c) => rmSync(join(c.folder, 'repository.json')), /is not a repository/],
  'missing media file': [(c) => rmSync(c.picture(0)), /media file .* is missing/],
  'changed media file': [(c) => flip(c.picture(1)), /media file .* was changed/],
  'removed entry of a media file': [
    (c) => writeFileSync(c.index, readFileSync(c.index, 'utf8').replace(/^.*\n/, '')),
    /index\.jsonl is damaged at line 1/,
  ],
  'shortened list of media files': [
    (c) => writeFileSync(c.index, readFileSync(c.index, 'utf8').replace(/.*\n$/, '')),
    /lacks media files/,
  ],
  'extra media file': [
    (c) => writeFileSync(join(c.folder, 'media', 'pi', 'x'), 'x', { mode: 0o600 }),
    /does not belong to the media/,
  ],
  'extra file': [
    (c) => writeFileSync(join(c.folder, 'dump.sql'), 'x', { mode: 0o600 }),
    /does not belong to the repository/,
  ],
  'permissions 000': [(c) => chmodSync(c.base(0, 'base.tar.zst'), 0), /has the mode 000/],
  'readable by others': [(c) => chmodSync(c.segment(0), 0o644), /has the mode 644/],
};

const check = (folder: string, key = KEY, now = new Date()) => checkRepository({ folder, key, now });

it('finds no problem in an undamaged repository', async () => {
  expect((await check(copy().folder)).problems).toEqual([]);
});

it.for(Object.entries(DAMAGES))('finds: %s', async ([, [damage, problem]]) => {
  const damaged = copy();
  damage(damaged);
  expect((await check(damaged.folder)).problems.join('\n')).toMatch(problem);
  rmSync(damaged.folder, { recursive: true });
});

it('finds that the archive is old, and that the key is another one', async () => {
  const hourLater = new Date(Date.now() + 3_600_000);
  expect((await check(cluster.repository, KEY, hourLater)).problems.join()).toMatch(/no archiver runs/);
  expect((await check(cluster.repository, 'y'.repeat(32))).problems.join()).toMatch(
    /was not signed with this SECRET_KEY/,
  );
});

it.for([
  ['missing WAL segment', /segment \w+ is missing/],
  ['flipped bit in WAL', /does not match its hash/],
  ['flipped bit in the base backup', /base\.tar\.zst is damaged/],
  ['missing media file', /media file .* is missing/],
  ['no base backup', /has no base backup/],
] as const)('restores nothing from: %s', { timeout: 60_000 }, async ([name, problem]) => {
  const damaged = copy();
  DAMAGES[name]?.[0](damaged);
  // The older base backup needs all of the WAL.
  if (name !== 'no base backup') rmSync(damaged.base(1), { recursive: true });
  if (name === 'flipped bit in the base backup') expect(readdirSync(join(damaged.folder, 'base'))).toHaveLength(1);
  const into = join(cluster.home, 'restored');
  await expect(restoreInto({ repository: damaged.folder, folder: into, to: 'latest', key: KEY })).rejects.toThrow(
    problem,
  );
  expect(readdirSync(cluster.home).filter((file) => file.startsWith('restored'))).toEqual([]);
});

it('refuses a page that is damaged in the running database', { timeout: 60_000 }, async () => {
  const [row] = await cluster.sql(
    "select pg_relation_filepath('entry') as path, current_setting('data_directory') as folder",
  );
  await cluster.sql('checkpoint');
  const file = join(String(row?.folder), String(row?.path));
  const before = readFileSync(file);
  flip(file, 0.9);
  await expect(backupNow(cluster.options())).rejects.toThrow(
    /The database itself is damaged.*entry|database itself is damaged/,
  );
  expect(readdirSync(join(cluster.repository, 'base'))).toHaveLength(2);
  writeFileSync(file, before);
  await expect(backupNow(cluster.options())).resolves.toMatchObject({ timeline: 1 });
});
