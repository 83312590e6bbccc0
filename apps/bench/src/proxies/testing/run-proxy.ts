import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CERTIFICATE } from '@channel/e2e/stack/certificate.ts';
import { freePort } from '@channel/e2e/stack/program.ts';
import { root } from '../../place.ts';

/* HAProxy and nginx of Debian, with the configurations that docs/operations.md prints. */

export const PROXIES = ['haproxy', 'nginx'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Milliseconds for installing both. */
export const INSTALL_TIMEOUT = 300_000;
/** Milliseconds for a proxy to listen. */
const START_TIMEOUT = 10_000;

const run = promisify(execFile);

/** Installs missing proxies. Throws with the reason if it can't, because their tests must not be skipped silently. */
export async function installProxies(): Promise<void> {
  const isThere = (name: ProxyName) =>
    run(name, ['-v']).then(
      () => true,
      () => false,
    );
  if ((await Promise.all(PROXIES.map(isThere))).every(Boolean)) return;
  if (process.getuid?.() !== 0)
    throw new Error('The test needs haproxy and nginx. Install them, or run this test as root on Debian.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...PROXIES], { env });
}

/** The ports of the servers behind a proxy. */
export type Servers = { api: [one: number, other: number]; console: number };

export type RunningProxy = { port: number; stop(): Promise<void> };

/** Starts a proxy with the printed configuration; only addresses and files are those of this machine. */
export async function startProxy(name: ProxyName, { api: [one, other], console }: Servers): Promise<RunningProxy> {
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'channel-proxy-'))];
  const file = (ending: string, content: string) => {
    writeFileSync(join(folder, `certificate.${ending}`), content, { mode: 0o600 });
    return join(folder, `certificate.${ending}`);
  };
  const both = name === 'haproxy' ? CERTIFICATE.cert + CERTIFICATE.key : CERTIFICATE.cert;
  const printed = replaced(printedConfiguration(name), {
    '10.0.0.11:4000': `127.0.0.1:${one}`,
    '10.0.0.12:4000': `127.0.0.1:${other}`,
    '10.0.0.11:3000': `127.0.0.1:${console}`,
    [`/etc/${name}/certificate.pem`]: file('pem', both),
    ...(name === 'haproxy'
      ? { 'bind :443': `bind 127.0.0.1:${port}` }
      : { 'listen 443': `listen 127.0.0.1:${port}`, '/etc/nginx/certificate.key': file('key', CERTIFICATE.key) }),
  });
  const configuration = join(folder, 'configuration');
  writeFileSync(configuration, name === 'haproxy' ? printed : aroundSites(printed, folder));
  const args = name === 'haproxy' ? ['-db', '-f', configuration] : ['-p', folder, '-c', configuration];
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = `${output}${text}`.slice(-4_000);
    });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = performance.now() + START_TIMEOUT; !(await listens(port)); await sleep(50)) {
    if (child.exitCode === null && performance.now() < deadline) continue;
    await stop();
    throw new Error(`${name} does not listen:\n${output}`);
  }
  return { port, stop };
}

/** The configuration of a proxy in docs/operations.md. */
function printedConfiguration(name: ProxyName): string {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, configuration] = page.split(`\n\`\`\`${name}\n`);
  if (configuration === undefined) throw new Error(`docs/operations.md has no configuration of ${name}.`);
  return configuration.slice(0, configuration.indexOf('\n```') + 1);
}

/** @throws if a text to replace is absent */
function replaced(text: string, by: Readonly<Record<string, string>>): string {
  return Object.entries(by).reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The configuration has no ${from}.`);
    return before.replaceAll(from, to);
  }, text);
}

/** What Debian's nginx.conf has around the files of `sites-enabled`, with its files in one folder. */
const aroundSites = (sites: string, folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`).join('\n  ')}
  ${sites}
}`;

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
