import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Settings } from '@channel/settings';

/*
 * The receiver of the demo's webhooks, within `npm start`: the demo shows deliveries without a public address. It has a
 * loopback address of its own, so that the demo may send to it and to no other program of the machine.
 */

const HOST = '127.41.7.3';
const PORT = 4010;

/** The receiver, and the settings with which the worker may send to it. */
export type DemoReceiver = { url: string; env: NodeJS.ProcessEnv; stop: () => void };

type DemoReceiverOptions = { host?: string; port?: number };

/**
 * Starts the receiver. Undefined in production, where an operator has set the rules for receivers, and where the machine
 * has no such address.
 */
export async function startDemoReceiver(
  { isProduction }: Pick<Settings, 'isProduction'>,
  given: NodeJS.ProcessEnv,
  { host = HOST, port = PORT }: DemoReceiverOptions = {},
): Promise<DemoReceiver | undefined> {
  if (isProduction || given.WEBHOOK_ALLOWED_RANGES || given.WEBHOOK_HTTPS_ONLY) return undefined;
  const server = createReceiver();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    // Another demo on this machine has it: its receiver gives the same answers.
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return undefined;
  }
  server.unref();
  const address = server.address();
  const shown = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${shown}`,
    env: { WEBHOOK_ALLOWED_RANGES: host, WEBHOOK_HTTPS_ONLY: '0' },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Accepts every event at `/fleet`, at `/messages` from its second attempt on, and none elsewhere. */
function createReceiver(): Server {
  const known = new Set<string>();
  return createServer((request, response) => {
    const key = `${request.url} ${request.headers['webhook-id']}`;
    const isTaken = request.url === '/fleet' || (request.url === '/messages' && known.has(key));
    known.add(key);
    request.resume().once('end', () => answer(response, isTaken));
  });
}

const answer = (response: ServerResponse, isTaken: boolean) =>
  response
    .writeHead(isTaken ? 200 : 503, { 'content-type': 'text/plain' })
    .end(isTaken ? 'Thank you.' : 'Down for maintenance.');
