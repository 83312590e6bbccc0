import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf, install } from '../extra-packages.ts';
import { median } from './figures.ts';

const VERSION = '13.5.0';
const RUNS = 5;
/** Timeout of one run, in milliseconds. */
const TIMEOUT = 120_000;
const LARGEST_REPORT = 64 * 1024 * 1024;

/** Scores from 0 to 100 of each run by category, and their components. */
export type LighthouseFigures = {
  scores: Record<(typeof CATEGORIES)[number], number[]>;
  /** Medians in milliseconds, by Lighthouse's audit id. */
  times: Record<string, number>;
  /** Lighthouse's titles of the audits that lowered the scores of the last run. */
  remarks: string[];
};

type Audit = {
  title: string;
  score: number | null;
  scoreDisplayMode: string;
  displayValue?: string;
  numericValue?: number;
};
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Report = {
  runtimeError?: { message: string };
  categories: Record<(typeof CATEGORIES)[number], Category>;
  audits: Record<string, Audit>;
};

const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'];

/**
 * Runs Lighthouse with the desktop preset on a page, in a signed-in browser with a debugging port. Lighthouse is
 * installed on the first use.
 */
export async function measureLighthouse(url: string, port: number, runs = RUNS): Promise<LighthouseFigures> {
  await install('lighthouse', { lighthouse: VERSION });
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await runOnce(url, port));
  const scoresOf = (category: keyof Report['categories']) =>
    reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100));
  return {
    scores: {
      performance: scoresOf('performance'),
      accessibility: scoresOf('accessibility'),
      'best-practices': scoresOf('best-practices'),
    },
    times: Object.fromEntries(
      TIMES.map((name) => [name, median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0))]),
    ),
    remarks: remarksOf(reports.at(-1)),
  };
}

async function runOnce(url: string, port: number): Promise<Report> {
  const args = [
    join(folderOf('lighthouse'), 'node_modules/lighthouse/cli/index.js'),
    url,
    `--port=${port}`,
    '--preset=desktop',
    `--only-categories=${CATEGORIES.join()}`,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    '--no-enable-error-reporting',
    // The event stream never ends; the page is loaded without it.
    '--max-wait-for-load=10000',
  ];
  const options = { timeout: TIMEOUT, maxBuffer: LARGEST_REPORT };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  const report: Report = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(`Lighthouse could not measure: ${report.runtimeError.message}`);
  return report;
}

function remarksOf(report: Report | undefined): string[] {
  if (!report) return [];
  const audits = Object.values(report.categories).flatMap(({ auditRefs }) => auditRefs);
  return audits.flatMap(({ id, weight }) => {
    const audit = report.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`];
  });
}
