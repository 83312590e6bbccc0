import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from '../set-up/project.mjs';
import { runVisibly } from '../set-up/run.mjs';
import { readReport } from './report.ts';
import type { Result } from './result.ts';

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

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
  if (!report) return { name, passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return { name, passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}
