import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabase, pendingMigrations } from '@channel/prisma';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';

type Readiness = 'ready' | 'draining' | 'not migrated' | 'read-only database' | 'no database';

/** Milliseconds: less than the time-out of a load balancer. */
const LIMIT = 900;

/** Probes are sent every few seconds. */
const PROBE = { config: { isProbe: true } };

/** Seconds after which a load balancer may repeat the probe. */
const RETRY_AFTER = 2;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, because the database answers, takes writes and has every
 * migration. Both answer within a second, whatever the database does. Both reveal nothing else, because they are
 * public.
 *
 * @param ending aborted before the process ends, while it still serves
 */
export function publishHealth(app: FastifyInstance, { db, settings }: Services, ending?: AbortSignal): void {
  let migrated = false;

  async function readiness(): Promise<Readiness> {
    if (ending?.aborted) return 'draining';
    const health = await checkDatabase(db);
    if (health === 'read-only') return 'read-only database';
    if (health !== 'well') return 'no database';
    migrated ||= settings.databaseUrl === null || (await pendingMigrations(settings.databaseUrl)).length === 0;
    return migrated ? 'ready' : 'not migrated';
  }

  app.get('/healthz', PROBE, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', PROBE, async (_request, reply) => {
    const over = new AbortController();
    const late = sleep(LIMIT, 'no database' as const, { signal: over.signal });
    const status = await Promise.race([readiness(), late]).catch(() => 'no database');
    over.abort();
    late.catch(() => {});
    if (status !== 'ready') reply.code(503).header('retry-after', String(RETRY_AFTER));
    return reply.header('cache-control', 'no-store').send({ status });
  });
}
