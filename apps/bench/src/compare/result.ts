import { THRESHOLD } from './decide.ts';

/** The result of a workload: an entry of `--json`. */
export type Comparison = {
  workload: string;
  /** `new`: base does not answer it. `repeated`: not clear yet, before the servers are restarted. */
  verdict: 'fine' | 'regression' | 'undecided' | 'new' | 'repeated';
  /** The number of pairs of rounds. */
  pairs: number;
  /** Processor time of head relative to base, and the interval that decides; absent for a new workload. */
  ratio?: number;
  low?: number;
  high?: number;
  /** Milliseconds of processor time for an answer, the median of all rounds. */
  base_cpu_ms?: number;
  head_cpu_ms?: number;
};

const FIRST_COLUMN = 34;
const row = (title: string, cells: readonly string[]) =>
  title.padEnd(FIRST_COLUMN) + cells.map((cell) => cell.padStart(12)).join('');

/** A confidence in per cent, with the digits that differ from 100. */
const percent = (risk: number) => `${Number((100 - risk * 100).toPrecision(4))} %`;

/** @param risk of the interval of one workload */
export const heading = (risk: number) =>
  row('processor time for an answer', ['base ms', 'head ms', 'ratio', percent(risk), '', 'pairs', '']);

export function line({ workload, verdict, pairs, ratio, low, high, base_cpu_ms, head_cpu_ms }: Comparison): string {
  const fixed = (value: number | undefined, digits: number) => (value === undefined ? '–' : value.toFixed(digits));
  const cells = [fixed(base_cpu_ms, 2), fixed(head_cpu_ms, 2), fixed(ratio, 3), fixed(low, 3), fixed(high, 3)];
  return row(workload, [...cells, String(pairs), verdict]);
}

export function summaryOf(found: readonly Comparison[]): string {
  const lines = found.flatMap(({ workload, verdict, ratio = 0, low = 0, high = 0 }) => {
    const figures = `${ratio.toFixed(2)} times the processor time of base (${low.toFixed(3)} to ${high.toFixed(3)})`;
    if (verdict === 'regression') return [`regression: ${workload} takes ${figures}`];
    if (verdict === 'undecided') return [`undecided: ${workload} takes ${figures}; --seconds allows more rounds`];
    return [];
  });
  if (lines.length > 0) return lines.join('\n');
  return `No workload takes more than ${THRESHOLD.toFixed(2)} times the processor time of base.`;
}

export const exitCodeOf = (found: readonly Comparison[]): number => {
  const has = (verdict: Comparison['verdict']) => found.some((each) => each.verdict === verdict);
  if (has('regression')) return 1;
  return has('undecided') ? 2 : 0;
};
