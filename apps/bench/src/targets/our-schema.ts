import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { contextOf, type Services } from '@channel/api/context';
import { startProgram } from '@channel/api/process';
import { authenticate, bearerToken } from '@channel/auth';
import type { Context } from '@channel/graph';

/* Shared by the programs that serve this repository's schema with another library. */

export const { services }: { services: Services } = startProgram('channel-bench');

/** The context of a request: its token is checked as by this server. @throws when it is not valid */
export async function contextFor({ headers }: IncomingMessage): Promise<Context> {
  const { db, clock } = services;
  const actor = await authenticate(db, bearerToken(headers.authorization), clock(), null);
  if (!actor) throw new Error('unauthenticated');
  return contextOf(services, {
    actor,
    channel: 'graphql',
    address: null,
    requestId: 'bench',
    language: headers['x-lang'],
  });
}

/** Listens on a port that the system assigns, and reports it to the parent process. */
export function serve(listener: RequestListener): void {
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
  });
  process.on('SIGTERM', () => {
    server.close(() => void services.db.$disconnect().finally(() => process.exit()));
    server.closeAllConnections();
  });
  process.on('disconnect', () => process.exit());
}
