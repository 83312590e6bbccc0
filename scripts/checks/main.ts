import { bold, dim, fail, green, red, say } from '../set-up/progress.mjs';
import { abortRuns } from '../set-up/run.mjs';
import { buildConsole } from '../stack/console-build.ts';
import { browserTests } from './browser.ts';
import { isGood, type Result, verdict } from './result.ts';
import { staticChecks } from './static.ts';
import { webhookThroughput } from './throughput.ts';
import { unitTests } from './unit.ts';

/*
 * `npm test`: everything. With `--static` only the checks that need no running program (`npm run verify`), with
 * `--long` only the slow tests (`npm run test:long`), with `--fleet` only those against a fleet (`npm run test:fleet`).
 */

const results: Result[] = [];

async function runner(title: string, work: () => Promise<Result | Result[]>): Promise<void> {
  say(`\n${bold(title)}`);
  const start = performance.now();
  const found = [await work()].flat();
  results.push(...found);
  for (const { name, output } of found) if (output !== undefined) say(`\n${red('✗')} ${name}\n${output}`);
  say(dim(`${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`));
}

async function main(): Promise<void> {
  const long = process.argv.includes('--long');
  if (process.argv.includes('--fleet')) {
    await runner('Console', consoleBuild);
    await runner('Tests', () => unitTests('fleet'));
    return summarize();
  }
  if (!long) await runner('Format, lint, imports, types', staticChecks);
  if (!process.argv.includes('--static')) {
    // The browser's tests run the built console, and so does a long test of its overload.
    await runner('Console', consoleBuild);
    await runner('Tests', () => unitTests(long ? 'long' : undefined));
    if (long) await runner('Webhooks', webhookThroughput);
    await runner('Tests in the browser', () => browserTests(long));
  }
  summarize();
}

async function consoleBuild(): Promise<Result> {
  try {
    await buildConsole();
    return verdict('console build', undefined);
  } catch (error) {
    return verdict('console build', error instanceof Error ? error.message : String(error));
  }
}

const LINES_OF_A_FAILURE = 12;

const beginningOf = (failure: string) => failure.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n  ');

function summarize(): void {
  say(`\n${bold('Summary')}`);
  for (const result of results) {
    const { name, passed, failed, skipped } = result;
    const nothing = passed + failed === 0 ? ', which counts as a failure: nothing ran' : '';
    say(
      `  ${isGood(result) ? green('✓') : red('✗')} ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${nothing}`,
    );
  }
  for (const failure of results.flatMap(({ failures = [] }) => failures)) say(`\n${red('✗')} ${beginningOf(failure)}`);
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = results.every(isGood) ? 0 : 1;
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(event, () => {
    abortRuns();
    process.exit(1);
  });
}

try {
  await main();
} catch (error) {
  fail(error);
}
process.exit();
