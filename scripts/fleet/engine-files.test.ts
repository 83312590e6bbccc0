import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { engineFiles } from './engine-files.ts';
import { fleetEnvironment } from './fleet-programs.ts';

/** Folders of a base system, with a user of the engines that this test may give files to. */
function system(): string {
  const folder = mkdtempSync(join(tmpdir(), 'channel-base-system-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['srv', 'etc']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'etc/passwd'), `postgres:x:${process.getuid?.()}:${process.getgid?.()}::/:/bin/sh\n`);
  return folder;
}

it('pictures of a killed fleet are deleted by the next command, and no others', () => {
  const base = system();
  const [dead, living] = ['fleet-999999999-old', `fleet-${process.ppid}-running`].map((name) =>
    join(base, 'srv', name, 'media'),
  );
  for (const folder of [dead, living]) mkdirSync(folder ?? '', { recursive: true });
  const { inside, outside, remove } = engineFiles(base);
  const address = (machine: number) => `127.0.0.${machine}`;
  const role = 'postgres://role@127.0.0.1/channel';
  const programs = { pooled: role, direct: role, replica: role, nodes: role };
  const addresses = { ...programs, owner: role, maintenance: role, superuser: role };
  const { MEDIA_DIR = '' } = fleetEnvironment({ address, addresses, mediaDir: outside('media') });
  // The name by which the next command finds it.
  expect(MEDIA_DIR).toBe(join(base, inside, 'media'));
  expect(inside).toMatch(new RegExp(`^/srv/fleet-${process.pid}-`));
  const all = () => [dead, living, MEDIA_DIR].map((folder) => existsSync(folder ?? ''));
  expect(all()).toEqual([false, true, true]);
  remove();
  expect(all()).toEqual([false, true, false]);
});
