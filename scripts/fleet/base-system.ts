import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Explained, step } from '../set-up/progress.mjs';
import { root } from '../set-up/project.mjs';
import { run } from '../set-up/run.mjs';
import { lacksForFleet } from './needs.mjs';

/** The Debian release whose packages are tried, and those that the fleet needs. */
const RELEASE = 'trixie';
const PACKAGES = ['postgresql-17', 'patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'pgbouncer'];

const MIRROR = 'http://deb.debian.org/debian';

/** The folder of the base system, about 900 MB. It is built once. */
export const baseSystem = join(root, '.data/fleet', RELEASE);

/**
 * Builds a Debian in a folder, with Postgres, Patroni, etcd, HAProxy and PgBouncer, in a few minutes; nothing is installed on
 * the machine but `debootstrap`, and nothing is started. `DEBIAN_MIRROR` names another mirror.
 *
 * @throws {Explained} when this machine can't build it
 */
export async function buildBaseSystem(): Promise<void> {
  if (existsSync(baseSystem)) return;
  const lacks = lacksForFleet();
  if (lacks !== undefined) throw new Explained(lacks);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const unfinished = `${baseSystem}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(baseSystem), { recursive: true });
  await step('Installing debootstrap', () => run('debootstrap', 'sh', ['-c', INSTALL], env));
  await step(`Building a Debian ${RELEASE} in a folder, some minutes`, async () => {
    const args = [
      '--variant=minbase',
      '--include=ca-certificates',
      RELEASE,
      unfinished,
      process.env.DEBIAN_MIRROR ?? MIRROR,
    ];
    await run('debootstrap', 'debootstrap', args, env);
    // Packages must start no services, and create no cluster.
    writeFileSync(join(unfinished, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    mkdirSync(join(unfinished, 'etc/postgresql-common'), { recursive: true });
    writeFileSync(join(unfinished, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n');
    await run(
      'apt-get',
      'chroot',
      [unfinished, 'apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES],
      env,
    );
  });
  renameSync(unfinished, baseSystem);
}

const INSTALL = 'command -v debootstrap || (apt-get update && apt-get install -y --no-install-recommends debootstrap)';
