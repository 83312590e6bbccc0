import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections that nobody waits on, while the server closes. */
const SWEEP_MS = 50;

/**
 * Has a server close without losing a request: what is in progress is answered, and every answer from then on says that it
 * is the last one on its connection. Connections on which nothing is in progress are kept for `linger` milliseconds, for
 * what is under way on them, and then ended.
 *
 * @returns whether it is closing
 */
export function closeInOrder(app: FastifyInstance, linger: number): () => boolean {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (sockets.size > 0) await sleep(linger);
    // Node ends only what is idle at this moment, and nothing on which there never was a request.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  return () => isClosing;
}
