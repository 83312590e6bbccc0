import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '@channel/settings';
import { Explained, fail } from '../set-up/progress.mjs';
import { environment, ownNode, root } from '../set-up/project.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';
import { borrowDatabase } from './database.ts';
import { programEnvironment } from './environment.ts';

/** The export of personal data reads the archived months of the audit log. */
const NEEDS_MAINTENANCE: ReadonlySet<string> = new Set(['personal-data']);

/*
 * `node scripts/command.mjs <name> …` runs apps/api/src/cli/<name>.ts on the database of the installation: that of
 * DATABASE_URL, that of the running stack, or the embedded Postgres, started temporarily. `--help` needs none.
 */
async function command(): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const file = join(root, 'apps/api/src/cli', `${name}.ts`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) throw new Explained(`There is no command "${name}".`);
  if (asksForHelp(args)) return run(file, args, environment());
  const settings = loadSettings(process.env);
  const database = await borrowDatabase(settings);
  try {
    const env = programEnvironment(settings, database.connectionString);
    await run(
      file,
      args,
      NEEDS_MAINTENANCE.has(name) ? { ...env, DATABASE_MAINTENANCE_URL: database.maintenance } : env,
    );
  } finally {
    await database.release();
  }
}

async function run(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(ownNode, [file, ...args], {
    // Paths on the command line are relative to where the user is.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

try {
  await command();
} catch (error) {
  fail(error);
}
// The IPC channel to the parent process would keep this one running.
process.disconnect?.();
