import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';

/* A full disk and a server of another release, which need root: each ends with one line, and nothing is lost. */

const POSTGRES = '/usr/lib/postgresql/15/bin';
let folder: string;
const mounted: string[] = [];

beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('This test needs root, for file systems of its own.');
  if (!existsSync(POSTGRES))
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-15'], { stdio: 'ignore' });
  if (!existsSync(POSTGRES)) throw new Error('This test needs Postgres 15: apt-get install -y postgresql-15');
  folder = mkdtempSync(join(tmpdir(), 'channel-full-'));
  execFileSync('chmod', ['755', folder]);
}, 180_000);
afterAll(() => {
  for (const place of mounted) execFileSync('umount', ['--lazy', place]);
  rmSync(folder, { recursive: true, force: true });
});

/** A file system in memory. @param options such as `size=20m` */
function disk(options: string): string {
  const place = join(folder, `disk-${mounted.length}`);
  mkdirSync(place);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=755,${options}`, 'tmpfs', place]);
  mounted.push(place);
  return place;
}

const run = (file: string, env: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env }, timeout: 120_000 };
    execFile(ownNode, [join(root, 'scripts/stack', file)], options, (error, out, said) =>
      resolve({ code: error?.code ?? 0, said: `${out}${said}` }),
    );
  });
const problemsIn = (said: string) => said.split('\n').filter((line) => line.includes('✗'));

it('a disk that is too small for a new installation', async () => {
  const DATA_DIR = join(disk('size=20m'), 'data');
  const { code, said } = await run('migrate.ts', { DATA_DIR });
  expect([code, problemsIn(said)]).toEqual([
    1,
    [expect.stringMatching(/No space left on device.* Nothing is left of it/)],
  ]);
});

it('a disk that is full before a start: the next start finds everything', async () => {
  const place = disk('size=80m');
  const env = { DATA_DIR: join(place, 'data') };
  expect((await run('migrate.ts', env)).code).toBe(0);
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${join(place, 'fill')}`, 'bs=1M'], { stdio: 'ignore' });
  } catch {
    // It ends when the disk is full.
  }
  const full = await run('migrate.ts', env);
  expect([full.code, problemsIn(full.said)]).toEqual([1, [expect.stringContaining('No space left on device')]]);
  const doctor = await run('doctor.ts', { ...env, MEDIA_DIR: join(place, 'data') });
  expect(doctor.said).toMatch(/Disk: .*writes will fail/);
  rmSync(join(place, 'fill'));
  const again = await run('migrate.ts', env);
  expect([again.code, again.said]).toEqual([0, expect.not.stringContaining('Applied')]);
});

it('a disk without free inodes', async () => {
  const place = disk('size=4g,nr_inodes=30');
  for (let number = 0; number < 25; number += 1) writeFileSync(join(place, `file-${number}`), '');
  const { said } = await run('doctor.ts', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', MEDIA_DIR: place });
  expect(said).toMatch(/✗ Disk: .*more files fit \(inodes\): writes will fail/);
});

it('a Postgres of an older release', async () => {
  const data = join(folder, 'fifteen');
  const as = (...args: string[]) => execFileSync('runuser', ['-u', 'postgres', '--', ...args], { stdio: 'pipe' });
  mkdirSync(data);
  execFileSync('chown', ['postgres', data]);
  as(join(POSTGRES, 'initdb'), '--auth=trust', '--username=owner', '-D', data);
  as(join(POSTGRES, 'pg_ctl'), '-D', data, '-o', `-p 24751 -k ${data}`, '-l', join(data, 'log'), '-w', 'start');
  try {
    const { code, said } = await run('migrate.ts', { DATABASE_URL: 'postgres://owner@127.0.0.1:24751/postgres' });
    expect([code, problemsIn(said)]).toEqual([
      1,
      [expect.stringMatching(/Postgres 15\.\S+ .*is too old: 16 or newer is needed/)],
    ]);
    const tables = as(
      'psql',
      '-h',
      data,
      '-p',
      '24751',
      '-U',
      'owner',
      '-Atc',
      'select count(*) from pg_tables where schemaname = current_schema()',
      'postgres',
    );
    expect(tables.toString().trim()).toBe('0');
  } finally {
    as(join(POSTGRES, 'pg_ctl'), '-D', data, '-m', 'fast', '-w', 'stop');
  }
});
