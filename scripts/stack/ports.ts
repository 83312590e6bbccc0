import { createServer } from 'node:net';
import { Explained, note } from '../set-up/progress.mjs';

const TRIES = 100;

/** The wanted port, or the next one that nobody uses; says so when it is another. */
export async function freePort(wanted: number, host: string, who: string, taken: number[] = []): Promise<number> {
  for (let port = wanted; port < wanted + TRIES && port < 65_536; port++) {
    if (taken.includes(port) || !(await isFree(port, host))) continue;
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
