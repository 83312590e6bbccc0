import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from './log.ts';
import { metricsOfProcesses } from './metrics/metrics-of-processes.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { Output } from './output.ts';
import { Restarts } from './restarts.ts';
import { settingsOrExit } from './settings-or-exit.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/*
 * Runs several processes of the API on one port. This primary process accepts connections and passes each to the next
 * process that took its last one, so that a busy process gets no more; and it restarts processes that end. It answers
 * no request itself.
 */

/** Seconds for the processes in addition to their own time to end. */
const MARGIN_SECONDS = 2;

const settings = settingsOrExit();
const output = new Output();
const log = openLog('channel-api', settings, output);
// Whether a write waits for the reader is a property of the pipe, not of a process: with a shared pipe, a process that
// starts or ends would make the others wait.
cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
const together = settings.metricsPort === null ? undefined : metricsOfProcesses();
const worked = new Set<number>();
let ending = false;

async function keepRunning(): Promise<void> {
  for (const restarts = new Restarts(); !ending; ) {
    const started = performance.now();
    const child = cluster.fork();
    closeWhatItLeaves(child);
    passOn(child);
    together?.add(child);
    // On `close`, its last lines have arrived.
    const [code, signal] = await once(child.process, 'close');
    if (ending) return;
    // If no process ever started successfully, a restart would fail in the same way; the process has logged the reason.
    if (worked.size === 0) giveUp(code || 1);
    const pause = restarts.pauseAfter(performance.now() - started);
    const wasRequested = code === 0;
    log[wasRequested ? 'info' : 'error'](
      { pid: child.process.pid, code, signal, pause },
      `a process of the API ${wasRequested ? 'received a signal to end' : 'ended'}: starting it again`,
    );
    await sleep(pause);
  }
}

/**
 * If a process ends before it took a connection that node's cluster has passed to it, this process keeps the connection
 * open, and its client would wait forever. Closing a connection that was taken has no effect.
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

/** Forwards the output of a process; its log in whole lines. */
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

shutDownOnSignal(log, settings.drainSeconds + settings.shutdownTimeoutSeconds + MARGIN_SECONDS, async () => {
  ending = true;
  const children = Object.values(cluster.workers ?? {}).flatMap((child) => (!child || child.isDead() ? [] : [child]));
  const ends = children.map((child) => once(child.process, 'close'));
  for (const child of children) child.process.kill('SIGTERM');
  await Promise.all(ends);
});

if (together) await serveMetrics({ host: settings.host, port: settings.metricsPort ?? 0, log, text: together.text });
for (let number = 0; number < settings.apiProcesses; number += 1) void keepRunning();
