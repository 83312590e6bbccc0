import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createServer, errorsAndMeta, type ServerOptions } from 'graphql-rest-router';
import { boundMemory } from './admission/bound-memory.ts';
import { createSurfaces } from './admission/surface.ts';
import type { Services } from './context.ts';
import { publishDocs } from './docs/publish-docs.ts';
import { orderUpdated } from './events/order-events.ts';
import { checkStrategies, isOwnOperation } from './graphql/check-strategies.ts';
import { createCosts } from './graphql/cost.ts';
import { publishGraphql } from './graphql/endpoint.ts';
import { ExportSlots } from './graphql/export-slots.ts';
import { persistedDocuments } from './graphql/persisted.ts';
import { publishAvatars } from './http/avatars.ts';
import { tooLarge } from './http/body-limit.ts';
import { publishCsvExports } from './http/console-exports.ts';
import { allowOrigins } from './http/cors.ts';
import { publishCrewCalendar } from './http/crew-calendar.ts';
import { printTicket, publishFiles } from './http/files.ts';
import { publishHealth } from './http/health.ts';
import { securityHeaders } from './http/security-headers.ts';
import { publishStaffView } from './http/staff-view.ts';
import { routesOf, unavailable, v1Router } from './http/v1.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import { publishDocument } from './openapi/publish.ts';
import { publishOpenId } from './openid/publish-openid.ts';
import { openQuotas } from './quotas/quotas.ts';
import { tracedLog, traceRequests } from './traces/trace-requests.ts';

/**
 * Builds the API: v1, GraphQL, files and health, on one server. It does not listen yet.
 *
 * @throws {StrategyError} for an operation that is not executed as it declares
 */
export async function buildServer(
  services: Services,
  options: Pick<ServerOptions, 'loggerInstance' | 'linger' | 'ending'> = {},
): Promise<FastifyInstance> {
  const { settings } = services;
  const persisted = persistedDocuments(settings);
  if (settings.compiledReads) {
    checkStrategies([
      ...persisted.documents.filter(isOwnOperation),
      { ...orderUpdated, owner: 'events' },
      { ...printTicket, owner: 'files' },
    ]);
  }
  const bodyLimit = settings.bodyLimitKilobytes * 1_024;
  const app = createServer({
    bodyLimit,
    requestTimeout: settings.requestTimeoutSeconds * 1_000,
    errors: (error) => unavailable(error) ?? tooLarge(error, bodyLimit),
    envelope: errorsAndMeta,
    headers: securityHeaders(settings),
    childLoggerFactory: tracedLog(services.tracing),
    trustProxy: settings.trustedProxies ?? false,
    ...options,
  });
  if (services.tracing) traceRequests(app);
  const surfaces = createSurfaces(settings);
  if (services.metrics) measureRequests(app, services.metrics, persisted.documents);
  await allowOrigins(app, settings);
  boundMemory(app, settings);
  publishHealth(app, services, options.ending);
  publishAvatars(app);
  publishFiles(app, services, surfaces.api);
  publishCrewCalendar(app, services, surfaces.api);
  publishDocument(app, services);
  publishDocs(app, services);
  const quotas = openQuotas(app, services);
  const onRefusal = () => services.metrics?.quotas.refused('cost');
  const costs = createCosts(settings, { leases: quotas.leases, onRefusal });
  const tools = { costs, quotas, slots: new ExportSlots() };
  publishGraphql(app, services, surfaces, persisted, tools);
  publishOpenId(app, services, surfaces.console);
  await publishCsvExports(app, services, surfaces, tools);
  await app.register(v1Router(services, surfaces.api, quotas).plugin, { routes: routesOf(services) });
  await publishStaffView(app, services, surfaces.console, quotas);
  app.addHook('onReady', () => warmUp(services));
  return app;
}

/** Milliseconds that the start waits for the database, which may be unavailable. */
const WARM_UP_MS = 500;

/** The database client compiles itself on its first statement: about 80 ms that would block the event loop. */
async function warmUp({ db }: Services): Promise<void> {
  const first = db.language.count().catch(() => {});
  await Promise.race([first, sleep(WARM_UP_MS, undefined, { ref: false })]);
}
