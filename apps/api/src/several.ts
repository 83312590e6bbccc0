import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { endInOrder } from './end-in-order.ts';
import { openLog } from './log.ts';
import { Output } from './output.ts';
import { Restarts } from './restarts.ts';
import { settingsOrExit } from './settings-or-exit.ts';

/*
 * Several processes of the API on one port. This one takes connections and gives each to the next process that took its
 * last one, so that one which is busy gets no more; and it starts those again that end. It answers no request itself.
 */

/** Given to the processes beyond their own time to end. */
const MARGIN_SECONDS = 2;

const settings = settingsOrExit();
const output = new Output();
const log = openLog('channel-api', settings, output);
// Whether a write waits for the reader is said of the pipe, not of a process: were it shared, a process that starts or ends
// would make the others wait.
cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
const worked = new Set<number>();
let ending = false;

async function keepRunning(): Promise<void> {
  for (const restarts = new Restarts(); !ending; ) {
    const started = performance.now();
    const child = cluster.fork();
    closeWhatItLeaves(child);
    passOn(child);
    // By then its last lines are here.
    const [code, signal] = await once(child.process, 'close');
    if (ending) return;
    // What ends before anybody worked has said why, and would end again.
    if (worked.size === 0) giveUp(code || 1);
    const pause = restarts.pauseAfter(performance.now() - started);
    const wasRequested = code === 0;
    log[wasRequested ? 'info' : 'error'](
      { pid: child.process.pid, code, signal, pause },
      `a process of the API ${wasRequested ? 'was told to end' : 'ended'}: starting it again`,
    );
    await sleep(pause);
  }
}

/**
 * A connection that node's cluster has handed to a process which ends before it took it is held open by this one, so that
 * its client would wait for good. Closing one that was taken does nothing.
 */
function closeWhatItLeaves({ process: child }: Worker): void {
  let last: { close(): void } | undefined;
  child.send = new Proxy(child.send, {
    apply(send, self, sent: [unknown, typeof last, ...unknown[]]) {
      last = sent[1] ?? last;
      return Reflect.apply(send, self, sent);
    },
  });
  child.once('exit', () => last?.close());
}

/** Writes what a process writes; its log in whole lines. */
function passOn({ process: { stdout, stderr } }: Worker): void {
  if (stdout) createInterface({ input: stdout }).on('line', (line) => output.write(`${line}\n`));
  stderr?.on('data', (text) => process.stderr.write(text));
}

function giveUp(code: number): never {
  for (const other of Object.values(cluster.workers ?? {})) other?.process.kill('SIGKILL');
  process.exit(code);
}

cluster.on('listening', ({ id }) => {
  if (worked.add(id).size === settings.apiProcesses) process.send?.({ ready: true });
});

endInOrder(log, settings.shutdownTimeoutSeconds + MARGIN_SECONDS, async () => {
  ending = true;
  const children = Object.values(cluster.workers ?? {}).flatMap((child) => (!child || child.isDead() ? [] : [child]));
  const ends = children.map((child) => once(child.process, 'close'));
  for (const child of children) child.process.kill('SIGTERM');
  await Promise.all(ends);
});

for (let number = 0; number < settings.apiProcesses; number += 1) void keepRunning();
