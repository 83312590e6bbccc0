import { opensMail } from '@channel/graph';
import { type Check, fine, problem, warning } from './check.ts';

/** Mails that are decrypted; the oldest and the newest. */
const TRIED = 50;
/** The most mails that are counted. */
const MAX_COUNTED = 50_000;
/** Minutes for which a mail waits at most while the mail server answers. */
const PATIENCE_MINUTES = 60;

type Waiting = { waiting: number; late: number; minutes: number };

/** Mails that wait for long, that failed, and that this key does not decrypt. */
export const outbox: Check = async ({ database, clock, key }) => {
  if (!database) return warning('not checked without the database');
  const { db } = database;
  const now = clock();
  const [state] = await db.$queryRaw<Waiting[]>`
    SELECT count(*)::int AS waiting,
      count(*) FILTER (WHERE created_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES}::int))::int AS late,
      coalesce(floor(extract(epoch FROM ${now}::timestamptz - min(created_at)) / 60), 0)::int AS minutes
    FROM (SELECT created_at FROM mail WHERE state = 'waiting' ORDER BY created_at LIMIT ${MAX_COUNTED}::int) m`;
  const failures = await db.$queryRaw<{ failure: string; mails: number }[]>`
    SELECT failure, count(*)::int AS mails FROM (
      SELECT failure::text FROM mail
      WHERE state = 'failed' AND failure <> 'ended' AND created_at > ${now}::timestamptz - interval '1 day' LIMIT ${MAX_COUNTED}::int
    ) m GROUP BY failure ORDER BY mails DESC, failure`;
  const sealed = await db.$queryRaw<{ content: Uint8Array }[]>`
    SELECT content FROM mail WHERE id IN (
      (SELECT id FROM mail WHERE state = 'waiting' ORDER BY created_at LIMIT ${TRIED})
      UNION (SELECT id FROM mail WHERE state = 'waiting' ORDER BY created_at DESC LIMIT ${TRIED}))`;
  const secretKey = key();
  const unreadable = sealed.filter(({ content }) => !opensMail(content, secretKey)).length;
  if (unreadable > 0)
    return problem(
      `${unreadable} of ${sealed.length} waiting mails were encrypted with another key: set SECRET_KEY to the former one, or they fail`,
    );
  const { waiting = 0, late = 0, minutes = 0 } = state ?? {};
  if (late > 0)
    return warning(
      `${late} of ${waiting} waiting mails have waited for more than ${PATIENCE_MINUTES} minutes, the oldest for ${minutes}: check that a worker runs, and SMTP_URL`,
    );
  if (failures.length > 0)
    return warning(
      `mails of the last day that will not be sent: ${failures.map(({ failure, mails }) => `${mails} ${failure}`).join(', ')}`,
    );
  return fine(waiting === 0 ? 'no mail waits' : `${waiting} mails wait, the oldest for ${minutes} minutes`);
};
