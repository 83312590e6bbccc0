import { median, percentile } from './figures.ts';
import type { LighthouseFigures } from './lighthouse.ts';
import type { Script } from './scripts.ts';
import type { Keystroke } from './search.ts';

/** The performance targets of the console on a machine with two cores. */
const TARGETS = { search: 200, scripts: 260_000, lighthouse: 95 };
/** A figure with its target. */
export type Row = { name: string; figure: string; target?: string; isMet?: boolean };

/** Formats figures as a text table. */
export function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  return rows
    .map(({ name, figure, target = '', isMet }) => {
      const verdict = isMet === undefined ? '' : isMet ? 'ok' : 'MISSED';
      return `${name.padEnd(width)}${figure.padStart(12)}  ${target.padEnd(10)}${verdict}`.trimEnd();
    })
    .join('\n');
}

/** The rows of the search. */
export function searchRows(keystrokes: readonly Keystroke[]): Row[] {
  const timesOf = (kind?: string) =>
    keystrokes.filter((keystroke) => kind === undefined || keystroke.kind === kind).map(({ took }) => took);
  const milliseconds = (time: number) => `${time.toFixed(0)} ms`;
  const middle = median(timesOf());
  return [
    {
      name: 'search, keystroke to painted rows, median',
      figure: milliseconds(middle),
      target: `< ${TARGETS.search} ms`,
      isMet: keystrokes.length > 0 && middle < TARGETS.search,
    },
    { name: `  95th percentile of ${keystrokes.length} keystrokes`, figure: milliseconds(percentile(timesOf(), 95)) },
    ...[...new Set(keystrokes.map(({ kind }) => kind))].map((kind) => ({
      name: `  ${kind}, median of ${timesOf(kind).length}`,
      figure: milliseconds(median(timesOf(kind))),
    })),
  ];
}

/** The rows of the first-load scripts. */
export function scriptRows(scripts: readonly Script[]): Row[] {
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
  const sum = scripts.reduce((total, { bytes }) => total + bytes, 0);
  return [
    {
      name: 'first-load JavaScript of the order list, compressed',
      figure: kilobytes(sum),
      target: `< ${TARGETS.scripts / 1_000} KB`,
      isMet: sum > 0 && sum < TARGETS.scripts,
    },
    ...scripts.map(({ name, bytes }) => ({ name: `  ${name}`, figure: kilobytes(bytes) })),
  ];
}

/** The rows of the Lighthouse scores of one page, with the audits that lower them. */
export function lighthouseRows(page: string, { scores, times, remarks }: LighthouseFigures): Row[] {
  return [
    ...Object.entries(scores).map(([category, of]) => ({
      name: `Lighthouse, desktop, ${page}, ${category}, median of ${of.length}`,
      figure: String(median(of)),
      target: `>= ${TARGETS.lighthouse}`,
      isMet: median(of) >= TARGETS.lighthouse,
    })),
    ...Object.entries(times).map(([name, time]) => ({ name: `  ${name}`, figure: `${time.toFixed(0)} ms` })),
    ...remarks.map((remark) => ({ name: `  to improve: ${remark}`, figure: '' })),
  ];
}
