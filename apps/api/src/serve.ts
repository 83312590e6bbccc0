import { StrategyError } from './graphql/check-strategies.ts';
import { serveOwnMetrics } from './metrics/serve-metrics.ts';
import { startTraced } from './process.ts';
import { buildServer } from './server.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/* The API, loaded after `main.ts` has set the memory flags. */

/** Milliseconds for keep-alive clients to learn that their connection ends. */
const LINGER_MS = 500;

const { settings, log, services, closeTraces } = await startTraced('channel-api', { hasSurfaces: true });
const app = await buildServer(services, { loggerInstance: log, linger: LINGER_MS }).catch((error: unknown) => {
  if (!(error instanceof StrategyError)) throw error;
  console.error(error.message);
  process.exit(1);
});

const metrics = await serveOwnMetrics(services, log, settings.metricsPort);
shutDownOnSignal(log, settings.shutdownTimeoutSeconds, async () => {
  await app.close();
  await metrics?.close();
  await services.db.$disconnect();
  await closeTraces();
});

try {
  await app.listen({ port: settings.apiPort, host: settings.host });
  process.send?.({ ready: true });
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (taken) log.fatal(`port ${settings.apiPort} is taken: set API_PORT to a free one`);
  else log.fatal({ err: error }, 'the API could not start');
  process.exit(1);
}
