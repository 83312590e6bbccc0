import { join } from 'node:path';
import { freePort, type Program, startProgram } from './program.ts';

const home = join(import.meta.dirname, '../../apps/console');

/**
 * Starts the last build of the console on the given port or a free one. It starts without the API.
 *
 * @param more additional environment variables
 */
export async function startConsole(apiUrl: string, port?: number, more: NodeJS.ProcessEnv = {}): Promise<Program> {
  const chosen = port ?? (await freePort());
  return startProgram({
    name: 'console',
    args: [join(home, 'serve.ts'), 'start', '-H', '127.0.0.1', '-p', String(chosen)],
    cwd: home,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      API_URL: apiUrl,
      API_ORIGIN: apiUrl,
      ...more,
    },
    url: `http://127.0.0.1:${chosen}`,
    health: '/icon.svg',
  });
}
