import { cpus } from 'node:os';
import type { Measured } from './measure.ts';
import type { Equivalence } from './same-answers.ts';

/** A row of `--json`. */
export type Row = {
  workload: string;
  target: string;
  rate: number;
  p50_ms: number;
  p99_ms: number;
  /** Null where it was not measured. */
  cpu_ms_per_request: number | null;
  /** Null where the baseline does not support the workload. */
  ratio_to_baseline: number | null;
  /** How its answers compare with those of the baseline; absent where they were not compared. */
  same?: Equivalence['same'];
  /** For a workload that counts them: the statements that Postgres received for one request. */
  statements?: number;
  /** For the memory workload: the maximum memory of the server, in megabytes. */
  memory_mb?: number;
};

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** The results of a workload, as rows; ratios are to the baseline that ran concurrently. */
export function rowsOf(measured: readonly Measured[], compared: readonly Equivalence[]): Row[] {
  const same = new Map(compared.map((each) => [each.target, each.same]));
  const baseline = measured.find(({ target }) => target.letter === 'a');
  return measured.map(({ workload, target, rate, p50, p99, cpu }) => ({
    workload,
    target: target.name,
    rate: rounded(rate, 1),
    p50_ms: rounded(p50, 2),
    p99_ms: rounded(p99, 2),
    cpu_ms_per_request: rounded(cpu, 3),
    ratio_to_baseline: baseline ? rounded(rate / baseline.rate, 3) : null,
    same: same.get(target.name),
  }));
}

const TITLES = ['rate/s', 'p50 ms', 'p99 ms', 'cpu ms', 'of base', 'same'];
const FIRST_COLUMN = 34;

/** A printable table of one workload. */
export function table(rows: readonly Row[]): string {
  const lines = [
    [rows[0]?.workload ?? '', ...TITLES],
    ...rows.map((row) => [
      `  ${row.target}`,
      row.rate.toFixed(row.rate < 100 ? 1 : 0),
      row.p50_ms.toFixed(1),
      row.p99_ms.toFixed(1),
      row.cpu_ms_per_request?.toFixed(2) ?? '–',
      row.ratio_to_baseline === null ? '–' : row.ratio_to_baseline.toFixed(2),
      row.same ?? '–',
    ]),
  ];
  return lines
    .map(([title = '', ...cells]) => title.padEnd(FIRST_COLUMN) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n');
}

/** A one-line description of the machine. */
export const machine = () => `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`;
