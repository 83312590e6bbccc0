import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// What node-postgres has, but its types do not declare.
declare module 'pg' {
  interface Client {
    readonly processID: number | null;
    readonly secretKey: number | null;
  }
  interface ClientBase {
    readonly processID: number | null;
    readonly secretKey: number | null;
  }
  interface Connection {
    connect(port: number, host: string): void;
    requestSsl(): void;
    cancel(processID: number, secretKey: number): void;
  }
}

/**
 * Asks the server to cancel the running statement of a connection, by the request of the protocol, which a pooler passes on:
 * `pg_cancel_backend` would need the process of Postgres, which a client behind a pooler does not know.
 *
 * @param ms resolves after that at the latest, although the server may not have received it
 */
export async function requestCancel(client: pg.ClientBase, ms: number): Promise<void> {
  const { processID, secretKey } = client;
  if (processID === null || secretKey === null) return;
  const { host, port, ssl } = client as pg.Client;
  const request = new pg.Connection({ ssl });
  const ended = new Promise<void>((resolve) => request.once('end', resolve).on('error', () => resolve()));
  const send = () => request.cancel(processID, secretKey);
  if (ssl) request.on('connect', () => request.requestSsl()).on('sslconnect', send);
  else request.on('connect', send);
  request.connect(port, host);
  // The server closes the connection when it has received the request.
  await Promise.race([ended, sleep(ms, undefined, { ref: false })]);
  request.stream.destroy();
}
