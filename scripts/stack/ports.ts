import { createServer } from 'node:net';
import { Explained, note } from '../set-up/progress.mjs';

const TRIES = 100;

/** A port on which one of the programs will listen. */
export type WantedPort = {
  port: number;
  /** The setting that names it. */
  setting: 'API_PORT' | 'CONSOLE_PORT';
  /** The program's name in messages. */
  who: string;
  /** The port that the API has already. */
  api?: number;
};

/**
 * The wanted port, or the next free one, which is then reported.
 *
 * @throws {Explained} when the user set this port and it is in use
 */
export async function freePort({ port: wanted, setting, who, api }: WantedPort, host: string): Promise<number> {
  if (process.env[setting]) {
    if (wanted === api) {
      throw new Explained(
        `Port ${wanted} (setting ${setting}) is the API's (setting API_PORT): set another one, or leave it out.`,
      );
    }
    if (await isFree(wanted, host)) return wanted;
    throw new Explained(`Port ${wanted} (setting ${setting}) is in use: set it to a free one, or leave it out.`);
  }
  for (let port = wanted; port < wanted + TRIES && port < 65_536; port++) {
    if (port === api || !(await isFree(port, host))) continue;
    if (port !== wanted) note(`Port ${wanted} is in use: ${who} takes ${port}`);
    return port;
  }
  throw new Explained(`No port from ${wanted} on is free for ${who}.`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(new Explained(`Nothing can listen on ${host} (setting HOST): ${error.message}`));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
