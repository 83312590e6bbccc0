import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../src/openapi/document.ts';
import { client, DEMO_TIMEOUT, type Memory, startProcess, type TestProcess } from '../../src/testing/index.ts';
import { fuzz, UNTHROTTLED } from './fuzz.ts';

/* Random requests and random life cycles of orders, against an API in its own process, whose memory must not grow. */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
/** The number of requests after which everything has been loaded, compiled and cached. */
const WARM = REQUESTS / 4;
const MEGABYTE = 1_048_576;
/** Maximum growth in bytes from the warm state to the end. */
const GROWTH = 8 * MEGABYTE;

const seed = Number(process.env.FUZZ_SEED ?? 20_260_602);

let api: TestProcess;
beforeAll(async () => {
  api = await startProcess(UNTHROTTLED);
}, DEMO_TIMEOUT);
afterAll(() => api?.close());

describe(`${REQUESTS} random requests, FUZZ_SEED=${seed}`, { timeout: 1_800_000 }, () => {
  it('are answered as the document says, without a memory leak', async () => {
    const samples: (Memory & { requests: number })[] = [];
    const begun = performance.now();
    const figures = await fuzz(api, apiDocument(api.settings), {
      requests: REQUESTS,
      seed,
      between: async (requests) => {
        if (requests > WARM * (1 + samples.length / 6)) samples.push({ requests, ...(await api.memory()) });
      },
    });
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const { requests, drawn, walks, statuses, operations } = figures;
    const megabytes = ({ requests: at, held, rss }: (typeof samples)[number]) =>
      `${at}: ${(held / MEGABYTE).toFixed(1)} of ${Math.round(rss / MEGABYTE)} MB`;
    console.log(JSON.stringify({ seed, requests, drawn, walks, seconds, statuses: Object.fromEntries(statuses) }));
    console.log(samples.map(megabytes).join(', '));
    console.log([...operations].map(([name, { sent, succeeded }]) => `${succeeded} of ${sent} ${name}`).join('\n'));

    expect(drawn.rate).toBeGreaterThan(0.4);
    expect(walks).toBeGreaterThan(REQUESTS / 100);
    expect(figures.unreached).toEqual([]);
    expect(grown(samples, 'held')).toBeLessThan(GROWTH);
    expect(grown(samples, 'rss')).toBeLessThan(8 * GROWTH);
  });

  it('are detected when they leak 4 KB each', async () => {
    const anybody = await client(api);
    const before = await api.memory();
    await api.leak(4_096);
    const count = 3_000;
    for (let sent = 0; sent < count; sent += 1) await anybody.get('/v1/destinations');
    const after = await api.memory();
    const grown = after.held - before.held;
    expect(grown).toBeGreaterThan(GROWTH);
    expect(grown / count).toBeGreaterThan(4_096 * 0.8);
    expect(grown / count).toBeLessThan(4_096 * 2);
  });
});

/** The growth between the means of the first and of the last three samples, so that no single sample decides. */
function grown(samples: readonly Memory[], what: keyof Memory): number {
  const mean = (some: readonly Memory[]) => some.reduce((sum, sample) => sum + sample[what], 0) / some.length;
  return mean(samples.slice(-3)) - mean(samples.slice(0, 3));
}
