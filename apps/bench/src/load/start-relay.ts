import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a relay before the database of a connection string, see `relay.ts`. */
export async function startRelay(connectionString: string): Promise<{ connectionString: string; stop(): void }> {
  const through = new URL(connectionString);
  const child = fork(join(import.meta.dirname, 'relay.ts'), [through.port]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return { connectionString: through.href, stop: () => void child.kill() };
}
