import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { CERTIFICATE } from './certificate.ts';

/** A received request. */
export type Received = { headers: Record<string, string>; body: string };

/** A webhook receiver over HTTPS on loopback, with the received requests. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Sets the status and additional headers of its responses, from the next request on. */
  answerWith(status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
};

/** Starts a receiver; the worker of the system under test trusts its certificate. */
export async function startReceiver(status = 200): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Duplex>();
  let answer = { status, headers: {} };
  const server = createServer(CERTIFICATE, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : `${value}`]),
    );
    received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
    response
      .writeHead(answer.status, { 'content-type': 'text/plain', ...answer.headers })
      .end(`The receiver answers ${answer.status}.`);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return {
    url: `https://127.0.0.1:${address.port}/hook`,
    received,
    answerWith: (next, headers = {}) => {
      answer = { status: next, headers };
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const TIMEOUT = 10_000;

/** Waits for a matching request and returns it. @throws after ten seconds */
export async function untilReceived(
  { received }: Receiver,
  isMeant: (request: Received) => boolean,
): Promise<Received> {
  for (const deadline = Date.now() + TIMEOUT; Date.now() < deadline; await sleep(20)) {
    const request = received.find(isMeant);
    if (request) return request;
  }
  throw new Error(`The receiver got ${received.length} requests, but no matching one`);
}

/**
 * The event in a request, verified with a secret by the Standard Webhooks library.
 *
 * @throws if the signature is invalid
 */
export function verified(secret: string, { headers, body }: Received): Record<string, unknown> {
  const event = new Webhook(secret).verify(body, headers);
  if (typeof event !== 'object' || event === null) throw new Error('The body is not an object');
  return { ...event };
}
