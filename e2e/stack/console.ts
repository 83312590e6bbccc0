import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort, type Program, startProgram } from './program.ts';

const home = join(import.meta.dirname, '../../apps/console');

/** Starts the console as it was built last; at the given port, or at any. It need not find the API to start. */
export async function startConsole(apiUrl: string, port?: number): Promise<Program> {
  const chosen = port ?? (await freePort());
  const next = createRequire(join(home, 'package.json')).resolve('next/dist/bin/next');
  return startProgram({
    name: 'console',
    args: [next, 'start', '-H', '127.0.0.1', '-p', String(chosen)],
    cwd: home,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', API_URL: apiUrl, API_ORIGIN: apiUrl },
    url: `http://127.0.0.1:${chosen}`,
    health: '/icon.svg',
  });
}
