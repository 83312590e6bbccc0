import { join } from 'node:path';
import { startConsole } from '@channel/e2e/stack/console.ts';
import { freePort, startProgram } from '@channel/e2e/stack/program.ts';
import { startEmbedded } from '@channel/prisma/embedded';
import { claim, postgresDir, root } from '../place.ts';
import { environment, loadWorld } from '../world/load-world.ts';

const api = join(root, 'apps/api/src/main.ts');

type StackOptions = {
  orders: number;
  log: (message: string) => void;
  /** Registers a cleanup function for each started part of the stack. */
  onEnd: (ending: () => unknown) => void;
};

/**
 * Starts Postgres with benchmark data, the API and the last build of the console, each on a free port.
 *
 * @returns the URL of the console
 */
export async function startOwnStack({ orders, log, onEnd }: StackOptions): Promise<string> {
  onEnd(claim());
  const postgres = await startEmbedded({ dataDir: postgresDir });
  onEnd(postgres.stop);
  const { connectionString } = await loadWorld({ server: postgres.superuser, orders, log });
  const [apiPort, consolePort] = [await freePort(), await freePort()];
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env = {
    ...process.env,
    ...environment(connectionString),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    API_PORT: String(apiPort),
    API_URL: apiUrl,
    CONSOLE_URL: `http://127.0.0.1:${consolePort}`,
    LOG_LEVEL: 'warn',
  };
  const server = await startProgram({ name: 'API', args: [api], env, url: apiUrl, health: '/readyz' });
  onEnd(server.stop);
  const console = await startConsole(apiUrl, consolePort);
  onEnd(console.stop);
  return console.url;
}
