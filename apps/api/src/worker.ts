import { workerConnections } from './connections.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { measureJobs } from './metrics/measure-jobs.ts';
import { serveOwnMetrics } from './metrics/serve-metrics.ts';
import { endIfUnfit, startTraced } from './process.ts';
import { join } from './registry/join.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/* The worker process: jobs from the queue in Postgres. Any number of these may run. */

const { settings, log, services, closeTraces } = await startTraced('channel-worker');
await endIfUnfit(services, log);
const leave = await join({ name: 'channel-worker', connections: workerConnections(settings) }, services, log);
measureJobs(services, log);
// Before it takes jobs: it ends where the port is taken. The API of the same machine has the one before it.
const metrics = await serveOwnMetrics(services, log, settings.metricsPort && settings.metricsPort + 1);
const jobs = await startJobs(services, log).catch((error) => {
  log.fatal({ err: error }, 'the worker could not start');
  process.exit(1);
});

shutDownOnSignal(log, settings.shutdownTimeoutSeconds, async () => {
  await jobs.stop();
  await metrics?.close();
  await leave();
  await services.db.$disconnect();
  await closeTraces();
});
process.send?.({ ready: true });
log.info('Worker ready');
