import { expect, it } from 'vitest';
import { decide, intervalOf, THRESHOLD } from './decide.ts';

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
function machine(seed: number): () => number {
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  let load = 0;
  return () => {
    load = 0.9 * load + 0.1 * normal();
    return Math.exp(0.08 * normal() + 0.3 * load) * (next() < 0.05 ? 1.3 + next() : 1);
  };
}

const MAX_PAIRS = 300;

function measured(ratio: number, seed: number, risk: number): { verdict: string; pairs: number } {
  const cost = machine(seed);
  const ratios: number[] = [];
  while (ratios.length < MAX_PAIRS) {
    const [first, second] = [cost(), cost()];
    ratios.push((ratios.length % 2 === 0 ? second / first : first / second) * ratio);
    const verdict = decide(ratios, risk);
    if (verdict !== 'more') return { verdict, pairs: ratios.length };
  }
  return { verdict: 'undecided', pairs: MAX_PAIRS };
}

/** The share of simulated runs with each verdict. */
function shares(ratio: number, workloads: number, runs = 400) {
  const all = Array.from({ length: runs }, (_nothing, seed) => measured(ratio, seed * 7_919, 0.01 / workloads));
  const share = (wanted: string) => all.filter(({ verdict }) => verdict === wanted).length / runs;
  const pairs = all.reduce((sum, each) => sum + each.pairs, 0) / runs;
  return { regression: share('regression'), fine: share('fine'), undecided: share('undecided'), pairs };
}

it.each([1, 15])(
  'of %i workloads, the noise of a machine fails none and a regression of 15 % is found',
  (workloads) => {
    const equal = shares(1, workloads);
    expect(equal.regression).toBeLessThanOrEqual(0.01);
    expect(equal.fine).toBeGreaterThan(0.99);
    expect(equal.pairs).toBeLessThan(50);
    expect(shares(0.8, workloads).fine).toBe(1);
    expect(shares(1.05, workloads).regression).toBeLessThanOrEqual(0.01);
    expect(shares(1.15, workloads).regression).toBeGreaterThanOrEqual(0.95);
    expect(shares(1.25, workloads).regression).toBeGreaterThanOrEqual(0.99);
  },
);

it('a ratio at the threshold is left undecided rather than guessed', () => {
  expect(shares(THRESHOLD, 15, 60).undecided).toBeGreaterThan(0.95);
});

it('decides by the interval that is reported, after an even number of pairs', () => {
  const cost = machine(5);
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
