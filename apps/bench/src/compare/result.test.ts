import { expect, it } from 'vitest';
import { readOptions } from '../options.ts';
import { type Comparison, exitCodeOf, heading, summaryOf } from './result.ts';

const of = (workload: string, verdict: Comparison['verdict'], ratio = 1): Comparison => ({
  ...{ workload, verdict, pairs: 12, ratio, low: ratio - 0.04, high: ratio + 0.04 },
});
const [fine, dearer] = [of('one order', 'fine'), of('booking for two', 'regression', 1.2)];
const [open, added] = [of('product detail', 'undecided', 1.1), of('a new list', 'new')];

it('exits with 1 for a regression, and with 2 for a workload that is only undecided', () => {
  expect(
    [
      [fine, added],
      [fine, open, dearer],
      [open, fine],
    ].map(exitCodeOf),
  ).toEqual([0, 1, 2]);
});

it('names each workload that did not pass, with its figures', () => {
  expect(summaryOf([fine, open, dearer]).split('\n')).toEqual([
    'undecided: product detail takes 1.10 times the processor time of base (1.060 to 1.140); --seconds allows more rounds',
    'regression: booking for two takes 1.20 times the processor time of base (1.160 to 1.240)',
  ]);
  expect(summaryOf([fine, added])).toBe('No workload takes more than 1.10 times the processor time of base.');
  expect([0.01, 0.01 / 13].map((risk) => /[\d.]+ %/.exec(heading(risk))?.[0])).toEqual(['99 %', '99.92 %']);
});

it('reads one or two commits', () => {
  expect(readOptions(['--compare', 'main'])?.compare).toEqual(['main']);
  expect(readOptions(['--compare', 'main', 'HEAD', '--quick'])).toMatchObject({
    compare: ['main', 'HEAD'],
    orders: 20_000,
    milliseconds: 60_000,
  });
  expect(readOptions(['--quick'])?.compare).toBeUndefined();
  for (const args of [
    ['main'],
    ['--compare', 'main', 'HEAD', 'other'],
    ['--compare', 'main', '--targets', 'b'],
    ['--compare'],
  ])
    expect(() => readOptions(args)).toThrow();
});
