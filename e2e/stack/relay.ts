import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay between a client and a server that injects failures of the network. */
export type Relay = {
  url: string;
  /** The number of open connections. */
  open(): number;
  /** Resets all connections; the next ones are let through. */
  cut(): void;
  /** Passes nothing more on connections that are open now, and does not close them; the next ones are let through. */
  strand(): void;
  stop(): Promise<void>;
};

/** Relays connections of a port to another address until it is stopped. */
export async function relay(port: number, target: string): Promise<Relay> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    open: () => sockets.size / 2,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    strand() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
