import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two checks for idle connections while the server closes. */
const SWEEP_MS = 50;

/**
 * Closes a server gracefully. Requests in progress are answered, and every answer from then on, or from the abort of
 * `ending`, announces that it is the last one on its connection (`Connection: close`). Idle connections are kept for
 * `linger` milliseconds, for requests that are on their way, and then ended.
 */
export function closeGracefully(
  app: FastifyInstance,
  { linger = 0, ending }: { linger?: number; ending?: AbortSignal },
): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (sockets.size > 0) await sleep(linger);
    // Node ends only connections that are idle now, and none that never had a request.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing || ending?.aborted) reply.header('connection', 'close');
    done();
  });
}
