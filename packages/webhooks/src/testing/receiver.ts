import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CERTIFICATE } from './certificate.ts';

/** A request in the view of the receiver. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: Date };

/** The response of a receiver to a request that it has read. */
export type Behaviour = (response: ServerResponse, request: Received) => void | Promise<void>;

/** A real HTTP server on loopback that records its requests. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Maximum number of concurrent requests so far. */
  maxConcurrent: () => number;
  /** Changes its behaviour from the next request on. */
  behave(behaviour: Behaviour): void;
  /** Waits until it has received this many requests. @throws after ten seconds */
  count(requests: number): Promise<Received[]>;
  close(): Promise<void>;
};

const TIMEOUT = 10_000;

/** Starts a receiver, on request over https with a self-signed certificate. */
export async function startReceiver(first: Behaviour = good, { tls = false } = {}): Promise<Receiver> {
  let behaviour = first;
  let open = 0;
  let max = 0;
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = async (request, response) => {
    open += 1;
    max = Math.max(max, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The sender closed the connection.
    }
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8'), at: new Date() };
    received.push(one);
    await behaviour(response, one);
  };
  const server = tls ? createSecureServer(CERTIFICATE, listener) : createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    maxConcurrent: () => max,
    behave: (next) => {
      behaviour = next;
    },
    count: async (requests) => {
      for (const end = performance.now() + TIMEOUT; received.length < requests; await sleep(5)) {
        if (performance.now() > end) throw new Error(`got ${received.length} of ${requests} requests`);
      }
      return received;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

export const good: Behaviour = (response) => void response.end('ok');

export const slow =
  (milliseconds: number): Behaviour =>
  async (response) => {
    await sleep(milliseconds);
    response.end('ok, at last');
  };

/** Never responds. */
export const hanging: Behaviour = () => {};

/** Responds with a status and headers. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(`status ${status}`);

/** An endless response, as fast as it is read. */
export const huge: Behaviour = (response) => {
  response.writeHead(200);
  const more = () => {
    while (response.writable && response.write('x'.repeat(65_536)));
    response.once('drain', more);
  };
  more();
};

/** Sends single bytes at intervals. */
export const dripping: Behaviour = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 20);
  response.once('close', () => clearInterval(timer));
};

/** Starts a response and closes the connection. */
export const closing: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('only the beginning');
  setTimeout(() => response.destroy(), 20);
};
