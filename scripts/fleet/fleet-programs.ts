import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loadSettings } from '@channel/settings';
import { root } from '../set-up/project.mjs';
import { migrateDatabase, shutdownTimeoutOf } from '../stack/database.ts';
import { Program } from '../stack/program.ts';
import type { Fleet } from './fleet.ts';

/** The last numbers of the machines for programs in deploy/fleet. */
const MACHINES = [11, 12] as const;

const END_WITH_PARENT = new URL('../stack/end-with-parent.mjs', import.meta.url).href;

/** The environment of every program of a fleet, as an operator sets it. */
export function fleetEnvironment({
  address,
  addresses,
  mediaDir,
}: Pick<Fleet, 'address' | 'addresses' | 'mediaDir'>): Record<string, string> {
  return {
    DATABASE_URL: addresses.pooled,
    DATABASE_DIRECT_URL: addresses.direct,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    MEDIA_DIR: mediaDir,
    API_URL: `http://${address(10)}:4000`,
    CONSOLE_URL: `http://${address(10)}:3000`,
    TRUST_PROXY: '1',
    LOG_FORMAT: 'json',
  };
}

/** Migrates the database of a fleet, and sets the time limits of the role of the programs. */
export const migrateFleet = ({ addresses: { pooled, direct, owner, maintenance } }: Fleet): Promise<void> =>
  migrateDatabase({ connectionString: pooled, direct, owner, maintenance });

/** One of each program on each machine, which are restarted when they end unexpectedly. Not started yet. */
export function fleetPrograms(
  fleet: Fleet,
  env: Readonly<Record<string, string>>,
  kinds: readonly ('api' | 'worker' | 'console')[],
  machines: readonly number[] = MACHINES,
): Program[] {
  const common = { ...process.env, ...env };
  const timeout = shutdownTimeoutOf(loadSettings(env));
  return machines.flatMap((machine, index) => {
    const host = fleet.address(machine);
    const own = { ...common, HOST: host, API_ORIGIN: `http://${host}:4000` };
    const of = {
      api: { args: ['apps/api/src/main.ts'], env: { ...own, API_PORT: '4000' }, health: `http://${host}:4000/healthz` },
      worker: {
        args: ['apps/api/src/worker.ts'],
        env: { ...own, DATABASE_MAINTENANCE_URL: fleet.addresses.maintenance },
      },
      console: {
        args: ['--import', END_WITH_PARENT, join(root, 'apps/console/serve.ts'), 'start', '-p', '3000', '-H', host],
        cwd: join(root, 'apps/console'),
        env: own,
        health: `http://${host}:3000/login`,
      },
    };
    return kinds.map((kind) => new Program({ name: `${kind} ${index + 1}`, timeout, ...of[kind] }));
  });
}
