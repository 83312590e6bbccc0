import { expect, it } from 'vitest';
import { decide, intervalOf, nextStep, type Step, THRESHOLD } from './decide.ts';

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The cost of a round on a shared machine: 8 % of noise, a load that drifts by 30 %, one round of 20 disturbed. */
function machine(seed: number): { cost: () => number; normal: () => number } {
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  let load = 0;
  const cost = () => {
    load = 0.9 * load + 0.1 * normal();
    return Math.exp(0.08 * normal() + 0.3 * load) * (next() < 0.05 ? 1.3 + next() : 1);
  };
  return { cost, normal };
}

/** Pairs of the first start at most. */
const PAIRS = 120;

type Simulated = { ratio: number; workloads: number; persistent?: number; runs?: number };

/** A whole comparison. The servers of each start differ by `persistent` in addition. */
function measured({ ratio, workloads, persistent = 0 }: Simulated, seed: number): { verdict: Step; pairs: number } {
  const { cost, normal } = machine(seed);
  const starts: number[][] = [];
  let actual = ratio;
  for (let step: Step = 'restart'; ; step = nextStep(starts, { risk: 0.01 / workloads, pairs: PAIRS })) {
    if (step !== 'restart' && step !== 'pair') return { verdict: step, pairs: starts.flat().length };
    if (step === 'restart') {
      starts.push([]);
      actual = ratio * Math.exp(persistent * normal());
    }
    const [first, second] = [cost(), cost()];
    const current = starts.at(-1) ?? [];
    current.push((current.length % 2 === 0 ? second / first : first / second) * actual);
  }
}

/** The share of simulated runs with each verdict. */
function shares(simulated: Simulated) {
  const { runs = 200 } = simulated;
  const all = Array.from({ length: runs }, (_nothing, seed) => measured(simulated, seed * 7_919));
  const share = (wanted: string) => all.filter(({ verdict }) => verdict === wanted).length / runs;
  const pairs = all.reduce((sum, each) => sum + each.pairs, 0) / runs;
  return { regression: share('regression'), fine: share('fine'), undecided: share('undecided'), pairs };
}

it.each([1, 15])(
  'of %i workloads, the noise of a machine fails none and a regression of 15 % is found',
  (workloads) => {
    const equal = shares({ ratio: 1, workloads });
    expect(equal.regression).toBeLessThanOrEqual(0.01);
    expect(equal.fine).toBeGreaterThan(0.99);
    expect(equal.pairs).toBeLessThan(50);
    expect(shares({ ratio: 0.8, workloads }).fine).toBe(1);
    expect(shares({ ratio: 1.05, workloads }).regression).toBeLessThanOrEqual(0.01);
    expect(shares({ ratio: 1.15, workloads }).regression).toBeGreaterThanOrEqual(0.95);
    expect(shares({ ratio: 1.25, workloads }).regression).toBeGreaterThanOrEqual(0.99);
  },
);

it('of servers that differ from start to start, equal ones pass, and none with 15 % more does', () => {
  const servers = { workloads: 15, persistent: 0.02 };
  expect(shares({ ...servers, ratio: 1 }).fine).toBeGreaterThan(0.99);
  const dearer = shares({ ...servers, ratio: 1.15 });
  expect(dearer.fine).toBeLessThanOrEqual(0.01);
  expect(dearer.regression).toBeGreaterThan(0.8);
});

it('a ratio at the threshold is left undecided rather than guessed', () => {
  expect(shares({ ratio: THRESHOLD, workloads: 15, runs: 60 }).undecided).toBeGreaterThan(0.9);
});

it('decides by the interval that is reported, after an even number of pairs', () => {
  const { cost } = machine(5);
  const ratios: number[] = [];
  for (let pair = 1; pair <= 60; pair += 1) {
    ratios.push(((cost() / cost()) * (pair < 20 ? 1 : 1.3)) / 1.02);
    const { low, high } = intervalOf(ratios, 0.01);
    const expected = high < THRESHOLD ? 'fine' : low > THRESHOLD ? 'regression' : 'more';
    expect(decide(ratios, 0.01)).toBe(pair % 2 === 0 ? expected : 'more');
  }
});

it('has the interval of the tables of the signed-rank test', () => {
  // For 8 pairs, 95 % are between the 4th lowest and the 4th highest average; 99 % between the lowest and the highest.
  const ratios = [1, 2, 4, 8, 16, 32, 64, 128];
  const rounded = ({ ratio, low, high }: ReturnType<typeof intervalOf>) =>
    [ratio, low, high].map((each) => Math.log2(each).toFixed(1));
  expect(rounded(intervalOf(ratios, 0.05))).toEqual(['3.5', '1.0', '6.0']);
  expect(rounded(intervalOf(ratios, 0.01))).toEqual(['3.5', '0.0', '7.0']);
  expect(intervalOf(ratios, 0.001)).toMatchObject({ low: 0, high: Number.POSITIVE_INFINITY });
  expect(decide(ratios, 0.001)).toBe('more');
});
