import { queueNotice } from '@channel/graph';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';

/** Minutes for which a job that is due may wait for a worker before the operator is notified. */
const PATIENCE_MINUTES = 15;
/** The most due jobs that are looked at. */
const MAX_COUNTED = 50_000;

/** Notifies the operator when jobs have waited for a worker for long. For a recurring job. */
export async function checkQueue({ db, settings, clock }: Services, log: Logger): Promise<void> {
  const late = await db.$queryRaw<{ task: string; jobs: number; minutes: number }[]>`
    SELECT task_identifier AS task, count(*)::int AS jobs,
      floor(extract(epoch FROM now() - min(run_at)) / 60)::int AS minutes
    FROM (
      SELECT task_identifier, run_at FROM graphile_worker.jobs
      WHERE run_at < now() - make_interval(mins => ${PATIENCE_MINUTES}::int) AND locked_at IS NULL AND attempts < max_attempts
      LIMIT ${MAX_COUNTED}::int
    ) late
    GROUP BY task_identifier ORDER BY minutes DESC, task LIMIT 20`;
  if (late.length === 0) return;
  log.error({ late }, 'jobs have waited for a worker for long');
  const details = late.map(
    ({ task, jobs, minutes }) => `${task}: ${jobs} jobs, the oldest waits for ${minutes} minutes`,
  );
  await queueNotice(db, { settings, now: clock() }, { purpose: 'queueStuck', details: details.join('\n') });
}
