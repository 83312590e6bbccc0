import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { baseSystem } from './base-system.ts';

const LAST_WORDS = 4_000;

/**
 * However the parent ends, the program ends with it. A change of the user takes this back, so that each process of the chain
 * requests it for itself: unshare, which is killed with this process, and the first one of its namespace.
 */
const END_WITH_PARENT = ['--pdeathsig', 'KILL'];

/**
 * Mounts what programs expect, in a namespace that ends with them, and becomes the program. Each has a /tmp of its own, as on
 * a machine of its own: two servers of Postgres would take each other's socket there.
 */
const ENTER = [
  'mount -t proc proc "$0/proc"',
  'mkdir -p "$0/dev/shm"',
  'mount -t tmpfs tmpfs "$0/dev/shm"',
  'mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"',
  `exec chroot "$0" setpriv --reuid=postgres --regid=postgres --init-groups ${END_WITH_PARENT.join(' ')} "$@"`,
].join(' && ');

/** A running program of the base system. */
export type Engine = {
  name: string;
  pid: number;
  /** The end of its output. */
  lastWords(): string;
  hasEnded(): boolean;
  /** Ends it, and all that it has started, at once. */
  kill(): Promise<void>;
  /** Ends it gracefully. */
  stop(): Promise<void>;
};

/** Starts a program of the base system, as the user postgres. */
export function startEngine(name: string, command: string[]): Engine {
  const child = spawn(
    'setpriv',
    [
      ...[...END_WITH_PARENT, 'unshare', '--mount', '--pid', '--fork', '--kill-child'],
      ...['sh', '-c', ENTER, baseSystem, ...command],
    ],
    {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: '/tmp' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      words = `${words}${text}`.slice(-LAST_WORDS);
    });
  return {
    name,
    pid: child.pid ?? 0,
    lastWords: () => words,
    hasEnded: () => hasEnded(child),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Signals the first process of its namespace, which takes all others with it. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  const first = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
  if (first > 0) process.kill(first, signal);
  await ended;
}
