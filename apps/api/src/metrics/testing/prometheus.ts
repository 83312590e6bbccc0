import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, freePort } from '../../events/testing/programs.ts';
import { MONITORING } from './expressions.ts';

export type Series = { metric: Record<string, string>; value: [number, string] };

/** A Prometheus with the files of docs/monitoring, of which `folder` has copies. */
export type Prometheus = {
  folder: string;
  /** The series of an expression as they are now; none while it starts. @throws for an expression that is not valid */
  series(query: string): Promise<Series[]>;
  /** The health of its alerts by their names: `ok` once they were evaluated. */
  health(): Promise<Record<string, string>>;
  stop(): Promise<void>;
};

const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Installs Prometheus where that is possible. @throws with what is missing */
export function requirePrometheus(): void {
  const missing = () => ['prometheus', 'promtool'].some((program) => !isThere(program));
  if (!missing()) return;
  if (process.getuid?.() === 0) {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'prometheus'], { stdio: 'ignore' });
  }
  if (missing()) throw new Error('This test needs `prometheus` and `promtool`: apt-get install -y prometheus');
}

/** Starts a Prometheus that scrapes an API and a worker at a port and the next one, each second. */
export async function startPrometheus(metricsPort: number): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'channel-prometheus-'));
  cpSync(MONITORING, folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  const config = readFileSync(file, 'utf8')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace('scrape_timeout: 5s', 'scrape_timeout: 1s')
    .replace(':9464', `:${metricsPort}`)
    .replace(':9465', `:${metricsPort + 1}`);
  writeFileSync(file, config);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  );
  const get = async (path: string) => {
    const answer = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined);
    if (answer?.status === 400) throw new Error((await answer.json()).error);
    return answer?.ok ? (await answer.json()).data : undefined;
  };
  return {
    folder,
    series: async (query) => (await get(`query?${new URLSearchParams({ query })}`))?.result ?? [],
    health: async () => {
      const groups: { rules: { name: string; health: string }[] }[] = (await get('rules'))?.groups ?? [];
      return Object.fromEntries(groups.flatMap(({ rules }) => rules.map(({ name, health }) => [name, health])));
    },
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
