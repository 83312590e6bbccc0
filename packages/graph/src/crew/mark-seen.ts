import { inTransaction, isClient, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import { WITHDRAWN } from '../shared/ended-declines.ts';
import { SENT_BY_CREW } from '../shared/idempotency-key.ts';
import { FOR_CREW } from '../shared/public-field.ts';
import { appointmentOf, NOTHING_SAID } from './appointment.ts';
import { digestOf } from './crew-facts.ts';
import { crewOf, factsOf, type Whose } from './own-jobs.ts';
import { announceJob, lockedJob, versionOf } from './record-job.ts';

const MAX_JOBS = 100;

const SeenCrewJob = builder.inputType('SeenCrewJob', {
  description: 'A job as the page showed it.',
  fields: (t) => ({
    id: t.string({ required: true, description: "The job's id." }),
    digest: t.string({ required: true, description: "The job's digest." }),
  }),
});

type Seen = typeof SeenCrewJob.$inferInput;

builder.mutationField('markCrewJobsSeen', (t) =>
  t.int({
    extensions: SENT_BY_CREW,
    ...FOR_CREW,
    description: `Records that the holder of the session saw jobs, at most ${MAX_JOBS}. A job that changed meanwhile stays unseen. Returns how many were marked. Only for sessions of the page of the crew.`,
    args: { jobs: t.arg({ type: [SeenCrewJob], required: true, description: 'The jobs.' }) },
    resolve: async (_root, { jobs }, context) => {
      const fieldErrors = new FieldErrors();
      if (jobs.length > MAX_JOBS) fieldErrors.add(['jobs'], `must hold at most ${MAX_JOBS} entries.`);
      fieldErrors.throwIfAny();
      const act = (tx: Tx) => markSeen(tx, { ...context, db: tx }, jobs);
      return isClient(context.db) ? inTransaction(context.db, act) : act(context.db);
    },
  }),
);

const orderOf = ({ id }: Seen) => Number(/^\w+:(\d{1,15})$/.exec(id)?.[1] ?? 0);

async function markSeen(tx: Tx, context: Context, jobs: readonly Seen[]): Promise<number> {
  const whose = crewOf(context);
  // Sorted, so that two devices of a person cannot deadlock.
  const seen = [...jobs].sort((one, other) => (one.id < other.id ? -1 : 1));
  const facts = await factsOf(context, whose, seen.map(orderOf));
  const assigned = new Map(facts.map((one) => [one.job.id, one]));
  let count = 0;
  for (const { id, digest } of seen) {
    const present = assigned.get(id);
    if (!present) count += digest === WITHDRAWN ? await forget(tx, context, whose, id) : 0;
    else if (digest === digestOf(present)) {
      const { row, where, shown } = await lockedJob(tx, whose, present, context);
      if (row.seenDigest === digest) continue;
      // An answer for another day, time or place ends when the person knows of the change.
      const said = row.appointment === appointmentOf(present) ? {} : NOTHING_SAID;
      await tx.crewJob.update({ where, data: { ...shown, ...said, seenDigest: digest, seenAt: context.now } });
      await announceJob(tx, { orderId: present.job.orderId, version: present.version });
      count += 1;
    }
  }
  return count;
}

/** A job whose withdrawal was seen begins anew, in case that it is given to the person again. */
async function forget(tx: Tx, { now }: Context, { userId }: Whose, id: string): Promise<number> {
  const rows = await tx.crewJob.findMany({
    where: { userId, orderId: orderOf({ id, digest: '' }), NOT: { seenDigest: WITHDRAWN } },
    include: { order: { select: { timeZone: true, version: true } } },
  });
  const row = rows.find(({ task, orderId }) => `${task}:${orderId}` === id);
  if (!row) return 0;
  const { orderId, task } = row;
  await tx.crewJob.updateMany({
    where: { userId, orderId, task },
    data: { ...NOTHING_SAID, seenDigest: WITHDRAWN, seenAt: now },
  });
  await announceJob(tx, versionOf(row));
  return 1;
}
