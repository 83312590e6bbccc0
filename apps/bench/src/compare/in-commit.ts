import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { migrate } from '@channel/prisma/migrate';
import type { keptWorld } from '../world/load-world.ts';

/*
 * Runs one step of a comparison with the code of a commit: `in-commit.ts FOLDER STEP`. The functions that it loads, and
 * their parameters, are those of all commits that can be compared.
 */

const [home = '', step = '', orders] = process.argv.slice(2);

const load = (file: string) => import(pathToFileURL(join(home, file)).href);

const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Installs packages unless they are installed, and generates what is not checked in. */
  'set-up': async () => {
    const { setUp }: { setUp: () => Promise<void> } = await load('scripts/set-up/index.mjs');
    await setUp();
  },
  /** Generates the data set unless it exists. */
  'data-set': async () => {
    const loaded: { keptWorld: typeof keptWorld } = await load('apps/bench/src/world/load-world.ts');
    const server = process.env.DATABASE_URL ?? '';
    return loaded.keptWorld({ server, orders: Number(orders), log: (message) => process.send?.({ log: message }) });
  },
  migrate: async () => {
    const loaded: { migrate: typeof migrate } = await load('prisma/src/migrate.ts');
    return { applied: await loaded.migrate(process.env.DATABASE_URL ?? '') };
  },
};

// The process that started this one is gone: set-up stops npm at this signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
try {
  const result = await STEPS[step]?.();
  if (result) await new Promise((sent) => process.send?.({ result }, sent));
  process.exit(process.exitCode ?? 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
