import { startJobs } from './jobs/start-jobs.ts';
import { endInOrder, startProgram } from './process.ts';

/* The worker process: jobs from the queue in Postgres. Any number of these may run. */

const { settings, log, services } = startProgram('channel-worker');
const jobs = await startJobs(services, log);

endInOrder(log, settings.shutdownTimeoutSeconds, async () => {
  await jobs.stop();
  await services.db.$disconnect();
});
process.send?.({ ready: true });
log.info('Worker ready');
