import { pendingMigrations } from '@channel/prisma';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, because the database answers and has every migration.
 * Neither says more, for both are open to everybody.
 */
export function publishHealth(app: FastifyInstance, { db, settings }: Services): void {
  let migrated = false;
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await db.$queryRaw`SELECT 1`;
      migrated ||= settings.databaseUrl === null || (await pendingMigrations(settings.databaseUrl)).length === 0;
      return reply.code(migrated ? 200 : 503).send({ status: migrated ? 'ready' : 'not migrated' });
    } catch {
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
