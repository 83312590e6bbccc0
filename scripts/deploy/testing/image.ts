import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ownNode, root } from '../../set-up/project.mjs';

/*
 * The image of the Containerfile without a registry and without a container engine: Buildah executes every instruction in a
 * chroot, on a Debian of debootstrap with the project's own Node as BASE. What it makes runs in namespaces of mounts and
 * processes, read-only, as its user, without capabilities.
 */

const run = promisify(execFile);
const USER = '10001';

/** Installs what this needs. @throws with what is missing */
export async function requireBuildah(): Promise<void> {
  const isThere = () => existsSync('/usr/bin/buildah') && existsSync('/usr/sbin/debootstrap');
  if (isThere()) return;
  const needs = 'This test needs root on Debian, buildah and debootstrap: apt-get install -y buildah debootstrap';
  if (process.getuid?.() !== 0) throw new Error(needs);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'buildah', 'debootstrap'], { env });
  if (!isThere()) throw new Error(needs);
}

/** A built image: the folder with its files, and its configuration. */
export type Image = {
  files: string;
  config: { Env: string[]; Entrypoint: string[]; Cmd: string[]; User: string; Healthcheck: { Test: string[] } };
};

/** Executes the Containerfile of the project. `folder` gets all that is made. */
export async function buildImage(folder: string): Promise<Image> {
  const base = join(folder, 'base');
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base]);
  copyFileSync(ownNode, join(base, 'usr/local/bin/node'));
  // npm and the certificates of this machine, which may have a private registry.
  const npm = dirname(
    dirname((await run('readlink', ['-f', (await run('which', ['npm'])).stdout.trim()])).stdout.trim()),
  );
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'));
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(base, 'etc/ssl/certs/ca-certificates.crt'));

  const options = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = async (...args: string[]) =>
    (await run('buildah', [...options, ...args], { maxBuffer: 1 << 28 })).stdout.trim();
  const scratch = await buildah('from', 'scratch');
  await buildah('add', '--quiet', scratch, base, '/');
  await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', scratch);
  // npm has no certificates of the machine by itself.
  await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', scratch);
  await buildah('commit', '--quiet', scratch, 'localhost/base:node');
  const build = ['build', '--quiet', '--isolation', 'chroot', '--layers=false', '--format', 'docker'];
  await buildah(...build, '--build-arg', 'BASE=localhost/base:node', '-t', 'channel', '-f', 'Containerfile', root);
  const container = await buildah('from', 'localhost/channel');
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/channel'));
  return { files: await buildah('mount', container), config: Docker.config };
}

/** Prepares the namespaces: files of the image read-only, the folders of its volumes and /tmp writable. */
const ENTER = `
set -e
mount --bind "$FILES" "$ROOT"; mount -o remount,bind,ro "$ROOT"
mount -t proc proc "$ROOT/proc"; mount -t tmpfs tmpfs "$ROOT/tmp"; chmod 1777 "$ROOT/tmp"
mount -t tmpfs dev "$ROOT/dev"; mkdir -m 1777 "$ROOT/dev/shm"
for device in null zero random urandom; do touch "$ROOT/dev/$device"; mount --bind "/dev/$device" "$ROOT/dev/$device"; done
mount -t tmpfs run "$ROOT/run"; mkdir "$ROOT/run/secrets"; cp --preserve=mode "$SECRETS"/* "$ROOT/run/secrets"
for volume in data media backup; do mount --bind "$VOLUMES/$volume" "$ROOT/var/lib/channel-booking/$volume"; done
cd "$ROOT"
exec chroot "$ROOT" setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs --bounding-set=-all \
  env --ignore-environment --chdir="$FOLDER" "$@"`;

/** A program in the image; its node is process 1 of its namespace. */
export type Contained = { output: () => string; signal(name: NodeJS.Signals): void; exited: Promise<number | null> };

/** Starts `node ARGS` in the image, on the network of this machine; `secrets` is the folder of /run/secrets. */
export function startInImage(
  { files }: Image,
  { folder, secrets }: { folder: string; secrets: string },
  env: Record<string, string>,
  args: string[],
  cwd = '/app',
): Contained {
  const place = join(folder, `root-${Math.random().toString(36).slice(2)}`);
  mkdirSync(place);
  const volumes = join(folder, 'volumes');
  for (const name of ['data', 'media', 'backup']) {
    mkdirSync(join(volumes, name), { recursive: true });
    // The user of the image.
    chownSync(join(volumes, name), Number(USER), Number(USER));
  }
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const child: ChildProcess = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'sh', '-c', ENTER, 'sh', ...variables, 'node', ...args],
    {
      env: { PATH: process.env.PATH, FILES: files, ROOT: place, VOLUMES: volumes, SECRETS: secrets, FOLDER: cwd },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return {
    output: () => output,
    // unshare itself waits; its only child became node.
    signal: (name) => {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      process.kill(Number(children), name);
    },
    exited: once(child, 'close').then(([code]) => code),
  };
}

/** Waits until an address answers with success. @throws with the output of the program if it does not within a minute */
export async function untilAnswers(address: string, program: Contained): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(200)) {
    const response = await fetch(address, { redirect: 'manual' }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
  }
  throw new Error(`${address} does not answer:\n${program.output()}`);
}
