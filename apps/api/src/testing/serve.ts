import type { AddressInfo } from 'node:net';
import { createSessions } from '@channel/auth';
import type { PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { folderStorage } from '../media/storage.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { buildServer } from '../server.ts';

type ServeOptions = {
  db: PrismaClient;
  settings: Settings;
  clock: () => Date;
  /** The folder of images and tickets. */
  media: string;
  metrics?: Metrics | undefined;
  loggerInstance?: FastifyBaseLogger;
  /** Called before the server listens. */
  prepare?: (app: FastifyInstance) => void;
};

/** Makes the API of `server.ts` listen on a free port. `url` has no slash at the end. */
export async function serve({ db, settings, clock, media, metrics, loggerInstance, prepare }: ServeOptions) {
  const secure = settings.consoleUrl.startsWith('https:');
  const sessions = createSessions({ db, idleMinutes: 60, absoluteHours: 24, secure, clock });
  const services: Services = { settings, db, sessions, storage: folderStorage(media), clock, metrics };
  const app = await buildServer(services, loggerInstance ? { loggerInstance } : {});
  prepare?.(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a host and a port has this form of address.
  const { port } = app.server.address() as AddressInfo;
  return { app, services, url: `http://127.0.0.1:${port}` };
}
