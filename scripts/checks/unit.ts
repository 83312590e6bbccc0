import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { environment, root } from '../set-up/project.mjs';
import { runVisibly } from '../set-up/run.mjs';
import { readReport } from './report.ts';
import type { Result } from './result.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** The kinds of tests that `npm test` does not run. */
export type Slow = 'long' | 'fleet';

/** Unit and integration tests of all packages, in one run on one Postgres. */
export async function unitTests(slow?: Slow): Promise<Result> {
  const name = slow ? `vitest, ${slow}` : 'vitest';
  const file = join(root, '.data', 'checks', 'vitest.json');
  mkdirSync(join(file, '..'), { recursive: true });
  rmSync(file, { force: true });
  const code = await runVisibly(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: { ...environment(), ...(slow && { [`TEST_${slow.toUpperCase()}`]: '1' }) } },
  );
  const report = readReport<VitestReport>(file);
  if (!report) return { name, passed: 0, failed: 1 };
  // A file that could not be loaded has no tests, and an error outside of all tests shows only in the exit code.
  const unloaded = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    name,
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests,
    failures: failuresOf(report),
  };
}

function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${message}`];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} › ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
}
