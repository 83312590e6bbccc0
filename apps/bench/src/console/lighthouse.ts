import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolveBrowser } from '@channel/e2e/browser/resolve.ts';
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
 * Runs Lighthouse with the desktop preset on a page of a signed-in user, whose cookies are in the header `cookie`. Each
 * run has a browser of its own, which Lighthouse starts: Playwright records the same requests and scripts again, with
 * which the blocking time of an order page was two to three times as long. Lighthouse is installed on the first use.
 */
export async function measureLighthouse(url: string, cookie: string, runs = RUNS): Promise<LighthouseFigures> {
  await install('lighthouse', { lighthouse: VERSION });
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await runOnce(url, cookie));
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

async function runOnce(url: string, cookie: string): Promise<Report> {
  const { executablePath, env } = resolveBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'channel-measure-'));
  const headers = join(folder, 'headers.json');
  writeFileSync(headers, JSON.stringify({ Cookie: cookie }), { mode: 0o600 });
  const args = [
    join(folderOf('lighthouse'), 'node_modules/lighthouse/cli/index.js'),
    url,
    `--extra-headers=${headers}`,
    '--chrome-flags=--headless=old --no-sandbox --disable-dev-shm-usage',
    '--preset=desktop',
    `--only-categories=${CATEGORIES.join()}`,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    '--no-enable-error-reporting',
    // The event stream never ends; the page is loaded without it.
    '--max-wait-for-load=10000',
  ];
  const options = {
    timeout: TIMEOUT,
    maxBuffer: LARGEST_REPORT,
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
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
