import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

/*
 * Several processes of the API are one target for Prometheus: a scrape reaches their parent process, which asks each for
 * its numbers and adds them up.
 */

type Numbers = MetricObjectWithValues<MetricValue<string>>[];
type Request = { metrics: 'wanted' };
type Answer = { metrics: Numbers };

/** Milliseconds for a process to answer: one that is busy for longer counts with its last answer. */
const PATIENCE_MS = 1_500;

const isRequest = (message: unknown): message is Request => Object(message).metrics === 'wanted';
const isAnswer = (message: unknown): message is Answer => Array.isArray(Object(message).metrics);

/** Lets a process answer the requests of its parent process. */
export function answerForAll(registry: Registry): void {
  process.on('message', async (message) => {
    // The callback keeps a parent process that has just ended from ending this one by an error.
    if (isRequest(message)) process.send?.({ metrics: await registry.getMetricsAsJSON() }, () => {});
  });
}

/** The metrics of all processes together. */
export type MetricsOfProcesses = {
  add(child: Worker): void;
  /** The text of a scrape, within `PATIENCE_MS`. */
  text(): Promise<string>;
};

/** Adds up the metrics of processes. What a process has counted stays in the sums when it ends, so that no sum falls. */
export function metricsOfProcesses(): MetricsOfProcesses {
  const last = new Map<Worker, Numbers>();
  let ended: Numbers = [];
  let folding = Promise.resolve();
  const waiting = new Map<Worker, () => void>();

  function add(child: Worker): void {
    child.on('message', (message: unknown) => {
      if (!isAnswer(message)) return;
      last.set(child, message.metrics);
      waiting.get(child)?.();
    });
    last.set(child, []);
    child.once('exit', () => {
      const left = (last.get(child) ?? []).filter(({ type }) => isSum(type));
      last.set(child, left);
      waiting.get(child)?.();
      // One after the other, and replaced in one turn: a scrape between them counts all.
      folding = folding.then(async () => {
        ended = await AggregatorRegistry.aggregate([ended, left]).getMetricsAsJSON();
        last.delete(child);
      });
    });
  }

  async function text(): Promise<string> {
    const over = new AbortController();
    const answers = [...last.keys()].map(
      (child) =>
        new Promise<void>((done) => {
          if (!child.isConnected()) return done();
          const earlier = waiting.get(child);
          waiting.set(child, () => {
            waiting.delete(child);
            earlier?.();
            done();
          });
          // Without a callback, a process that has just ended would end this one. The second argument would be a connection
          // that `several.ts` closes.
          child.process.send({ metrics: 'wanted' } satisfies Request, undefined, undefined, () => {});
        }),
    );
    const late = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([Promise.all(answers), late]);
    over.abort();
    return AggregatorRegistry.aggregate([...last.values(), ended]).metrics();
  }

  return { add, text };
}

// prom-client gives its types as texts.
const isSum = (type: unknown): boolean => type === 'counter' || type === 'histogram';
