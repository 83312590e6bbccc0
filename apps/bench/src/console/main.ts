import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { machine } from '../measure/report.ts';
import { HELP } from './help.mjs';
import { measureLighthouse } from './lighthouse.ts';
import { type Options, type Part, readOptions } from './options.ts';
import { startOwnStack } from './own-stack.ts';
import { pagesOf } from './pages.ts';
import { lighthouseRows, type Row, scriptRows, searchRows, table } from './rows.ts';
import { measureScripts } from './scripts.ts';
import { measureSearch } from './search.ts';
import { visit } from './visitor.ts';

/*
 * `npm run measure:console`: measures the console, most of all the order list, in the browser of the tests. docs/performance.md
 * contains results. Exits with 1 if a target is missed.
 */

/** Timeout of the whole measurement, in minutes; the first run of a day mostly generates the data. */
const LIMIT = 40;

/** One page takes some 20 s a run. */
const RUNS_OF_A_PAGE = 3;

const started = performance.now();
const log = (message: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${message}`);

/** Cleanup functions, called in reverse order. */
const endings: (() => unknown)[] = [];
const onEnd = (ending: () => unknown) => void endings.push(ending);

async function measure({ orders, against, login, parts, pages }: Options): Promise<boolean> {
  log(`${machine()}, load ${load()}${against ? `; ${against}` : `; ${orders.toLocaleString('en')} orders`}`);
  const url = against ?? (await startOwnStack({ orders, log, onEnd }));
  log(`${url} is up`);
  const measures: Record<Part, () => Promise<Row[]>> = {
    search: async () => searchRows(await withVisitor(url, login, measureSearch)),
    scripts: async () => scriptRows(await withVisitor(url, login, measureScripts)),
    lighthouse: async () => {
      const cookie = await withVisitor(url, login, cookieOf);
      return lighthouseRows('the list', await measureLighthouse(`${url}/orders`, cookie));
    },
    pages: async () => {
      const [cookie, all] = await withVisitor(
        url,
        login,
        async (context) => [await cookieOf(context), await pagesOf(context)] as const,
      );
      const measured = all.filter((path) => pages.length === 0 || pages.some((page) => path.startsWith(page)));
      if (measured.length === 0) throw new Error(`--pages names none of ${all.join(', ')}.`);
      const rows: Row[] = [];
      for (const path of measured) {
        log(path);
        rows.push(...lighthouseRows(path, await measureLighthouse(`${url}${path}`, cookie, RUNS_OF_A_PAGE)));
      }
      return rows;
    },
  };
  const rows: Row[] = [];
  for (const part of parts) {
    log(`measuring: ${part}`);
    rows.push(...(await measures[part]()));
  }
  log(`done, load ${load()}`);
  console.log(`\n${table(rows)}`);
  return rows.every(({ isMet }) => isMet !== false);
}

/** The load average of the last minute: values above the number of cores distort the measurement. */
const load = () => (loadavg()[0] ?? 0).toFixed(1);

/** The cookies of a signed-in user as a header. */
const cookieOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

/** Runs `use` with a signed-in browser that has an empty cache. */
async function withVisitor<T>(
  url: string,
  login: Options['login'],
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'channel-measure-'));
  try {
    const context = await visit({ url, login, profile });
    try {
      return await use(context);
    } finally {
      await context.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

async function end(): Promise<void> {
  for (const ending of endings.splice(0).reverse()) await ending();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => void end().finally(() => process.exit(1)));
}
setTimeout(() => {
  console.error(`The measurement was aborted after ${LIMIT} minutes.`);
  void end().finally(() => process.exit(1));
}, LIMIT * 60_000).unref();

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) console.log(HELP);
  else if (!(await measure(options))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await end();
}
process.disconnect?.();
