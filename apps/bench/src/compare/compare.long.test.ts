import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dataDir, root } from '../place.ts';
import type { Comparison } from './result.ts';

/* The gate itself, as a user runs it: it lets a commit pass that equals its base, and stops one that takes more. */

const WORKLOAD = 'one order';
/** The planted share of the processor time of an answer. */
const SHARE = 0.15;
const TIMEOUT = 1_200_000;

const folder = mkdtempSync(join(tmpdir(), 'channel-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A commit of the work tree as it is, except for one file. No branch names it, so git removes it later. */
function commitWith(file: string, text: string): string {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
  const author = { GIT_AUTHOR_NAME: 'gate', GIT_AUTHOR_EMAIL: 'gate@localhost' };
  const committer = { GIT_COMMITTER_NAME: 'gate', GIT_COMMITTER_EMAIL: 'gate@localhost' };
  const git = (args: string[], input = '') =>
    execFileSync('git', args, { cwd: root, input, encoding: 'utf8', env: { ...env, ...author, ...committer } }).trim();
  git(['read-tree', 'HEAD']);
  git(['add', '--all']);
  const blob = git(['hash-object', '-w', '--stdin'], text);
  git(['update-index', '--cacheinfo', `100644,${blob},${file}`]);
  return git(['commit-tree', git(['write-tree']), '-p', 'HEAD', '-m', 'Planted']);
}

const SERVE = 'apps/api/src/serve.ts';
const serve = readFileSync(join(root, SERVE), 'utf8');

/** Waits busily, by the clock, for each request of a single order. */
const planted = (microseconds: number) => `${serve}
app.server.prependListener('request', ({ url = '' }) => {
  if (!/^\\/v1\\/orders\\/\\d+$/.test(url)) return;
  const end = performance.now() + ${microseconds} / 1_000;
  while (performance.now() < end);
});
`;

function bench(...args: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, ['scripts/bench.mjs', '--quick', '--workload', WORKLOAD, ...args], {
    cwd: root,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return { child, said: () => said };
}

async function compare(...commits: string[]) {
  const json = join(folder, 'result.json');
  const { child, said } = bench('--json', json, '--compare', ...commits);
  const [code] = await once(child, 'exit');
  // An error has the exit code of a regression, but no result.
  if (!existsSync(json)) throw new Error(said());
  const { workloads }: { workloads: Comparison[] } = JSON.parse(readFileSync(json, 'utf8'));
  console.log(said());
  rmSync(json);
  return { code, said: said(), result: workloads[0] };
}

it('passes equal trees, and fails one with planted work', { timeout: TIMEOUT }, async () => {
  const same = commitWith(SERVE, serve);
  const equal = await compare(same);
  expect(equal).toMatchObject({ code: 0, result: { workload: WORKLOAD, verdict: 'fine' } });

  const measured = equal.result?.base_cpu_ms ?? Number.NaN;
  const dearer = commitWith(SERVE, planted(Math.round(measured * SHARE * 1_000)));
  const { code, said, result } = await compare(same, dearer);
  expect({ code, verdict: result?.verdict }).toEqual({ code: 1, verdict: 'regression' });
  expect(result?.low).toBeGreaterThan(1.1);
  expect(said).toContain(`regression: ${WORKLOAD} takes `);

  // The other way round it takes less, which is no regression.
  expect(await compare(dearer, same)).toMatchObject({ code: 0, result: { verdict: 'fine' } });
});

it('leaves no commit and no process behind when it is interrupted', { timeout: TIMEOUT }, async () => {
  const { child, said } = bench('--compare', 'HEAD');
  await expect.poll(said, { timeout: 60_000 }).toContain('preparing');
  expect(existsSync(join(dataDir, 'commits'))).toBe(true);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect({ code, said: said() }).toMatchObject({ code: 1 });
  expect(existsSync(join(dataDir, 'commits'))).toBe(false);
  expect(existsSync(join(dataDir, 'pid'))).toBe(false);
});
