import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiConnections } from './connections.ts';
import { StrategyError } from './graphql/check-strategies.ts';
import { serveOwnMetrics } from './metrics/serve-metrics.ts';
import { endIfUnfit, startTraced } from './process.ts';
import { join } from './registry/join.ts';
import { buildServer } from './server.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/* The API, loaded after `main.ts` has set the memory flags. */

/** Milliseconds for keep-alive clients to learn that their connection ends. */
const LINGER_MS = 500;

const { settings, log, services, closeTraces } = await startTraced('channel-api', { hasSurfaces: true });
await endIfUnfit(services, log);
const leave = await join({ name: 'channel-api', connections: apiConnections(settings) }, services, log);
const ending = new AbortController();
const options = { loggerInstance: log, linger: LINGER_MS, ending: ending.signal };
const app = await buildServer(services, options).catch((error: unknown) => {
  if (!(error instanceof StrategyError)) throw error;
  console.error(error.message);
  process.exit(1);
});

const metrics = await serveOwnMetrics(services, log, settings.metricsPort);
shutDownOnSignal(log, settings.drainSeconds + settings.shutdownTimeoutSeconds, async () => {
  ending.abort();
  await drained();
  await app.close();
  await metrics?.close();
  await leave();
  await services.db.$disconnect();
  await closeTraces();
});

/** Resolves when load balancers have had the time to notice. A process without its parent gets no more connections. */
async function drained(): Promise<void> {
  if (process.connected === false) return;
  await Promise.race([sleep(settings.drainSeconds * 1_000), once(process, 'disconnect')]);
}

try {
  await app.listen({ port: settings.apiPort, host: settings.host });
  process.send?.({ ready: true });
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (taken) log.fatal(`port ${settings.apiPort} is taken: set API_PORT to a free one`);
  else log.fatal({ err: error }, 'the API could not start');
  process.exit(1);
}
