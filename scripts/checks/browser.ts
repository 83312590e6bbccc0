import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment, root } from '../set-up/project.mjs';
import { runVisibly } from '../set-up/run.mjs';
import { readReport } from './report.ts';
import type { Result } from './result.ts';

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/** Lines of a page that are printed; the frame around its content is left out. */
const MAX_LINES = 60;

/** Prints the page of each failed test as text: a log is often all that is kept of a run. */
function printFailedPages(): void {
  const directory = join(root, 'e2e/test-results');
  for (const file of globSync('*/error-context.md', { cwd: directory })) {
    const [, page = ''] = readFileSync(join(directory, file), 'utf8').split(/^ *- main\b.*$/m);
    console.log(`\nThe page of ${dirname(file)}:${page.split('\n').slice(0, MAX_LINES).join('\n')}`);
  }
}

/** Tests in the browser, on the real stack. A test that passes only on a retry counts as failed. */
export async function browserTests(long: boolean): Promise<Result> {
  const name = long ? 'playwright, long' : 'playwright';
  const file = join(root, '.data', 'checks', 'playwright.json');
  mkdirSync(join(file, '..'), { recursive: true });
  rmSync(file, { force: true });
  const code = await runVisibly(join(root, 'node_modules/.bin/playwright'), ['test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(long && { TEST_LONG: '1' }) },
  });
  const report = readReport<PlaywrightReport>(file);
  if (code !== 0) printFailedPages();
  if (!report) return { name, passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return { name, passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}
