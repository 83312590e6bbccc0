import { inTransaction, isClient, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import { SENT_BY_CREW } from '../shared/idempotency-key.ts';
import { FOR_CREW } from '../shared/public-field.ts';
import { appointmentOf, saidOf } from './appointment.ts';
import { crewOf, factsOf, type Whose } from './own-jobs.ts';
import { announceJob, lockedJob } from './record-job.ts';
import { CrewStateEnum, mayFollow } from './states.ts';

const MAX_ACTIONS = 100;
const MAX_REASON = 300;
/** Changes of a job that are kept. */
const MAX_CHANGES = 50;
/** An action is recorded for at most this many days before it was sent: a device's clock may be wrong. */
const OLDEST_DAYS = 7;
const DAY_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JOB = /^(pickup|dropoff|guide):([1-9]\d{0,8})$/;

const CrewActionInput = builder.inputType('CrewActionInput', {
  description: 'What a person says about a job.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'A UUID that the device chose: the same one counts once.' }),
    jobId: t.string({ required: true, description: 'The task and the order, such as `pickup:17`.' }),
    appointment: t.string({
      required: true,
      description:
        "The job's `appointment` as the page showed it: an action for another day, time or place does not count.",
    }),
    state: t.field({ type: CrewStateEnum, required: true, description: 'The new state.' }),
    reason: t.string({ description: `Why the person declines, at most ${MAX_REASON} characters; else left out.` }),
    at: t.field({ type: 'DateTime', required: true, description: 'When the person said it, by the device.' }),
  }),
});

type Action = typeof CrewActionInput.$inferInput;

const Outcome = builder.enumType('CrewActionOutcome', {
  description: 'What became of an action.',
  values: {
    recorded: { description: 'It is recorded, now or by an earlier request.' },
    withdrawn: { description: 'The job was given to another person, cancelled or removed meanwhile.' },
    changed: { description: 'The day, the time or the place of the job changed: it has to be answered anew.' },
    outdated: { description: 'The person said something else later; this is only in the history.' },
    refused: { description: 'The state cannot follow the present one, or the id is that of another action.' },
  } as const,
});

type Result = { id: string; outcome: typeof Outcome.$inferType };

const CrewActionResult = builder.objectRef<Result>('CrewActionResult').implement({
  description: 'What became of an action.',
  fields: (t) => ({
    actionId: t.exposeString('id', { description: 'The id of the action.' }),
    outcome: t.field({ type: Outcome, description: 'What became of it.', resolve: ({ outcome }) => outcome }),
  }),
});

builder.mutationField('setCrewStates', (t) =>
  t.field({
    extensions: SENT_BY_CREW,
    ...FOR_CREW,
    type: [CrewActionResult],
    description: `Records what the holder of the session says about own jobs, in the given order; at most ${MAX_ACTIONS} actions. Neither the order nor its version changes, and no webhook is sent. An action that is no longer possible does not stop those after it. Only for sessions of the page of the crew.`,
    args: { actions: t.arg({ type: [CrewActionInput], required: true, description: 'The actions.' }) },
    resolve: async (_root, { actions }, context) => {
      check(actions);
      const results: Result[] = [];
      for (const action of actions) results.push({ id: action.id, outcome: await record(context, action) });
      return results;
    },
  }),
);

/** @throws a validation error */
function check(actions: readonly Action[]): void {
  const fieldErrors = new FieldErrors();
  if (actions.length > MAX_ACTIONS) fieldErrors.add(['actions'], `must hold at most ${MAX_ACTIONS} entries.`);
  fieldErrors.throwIfAny();
  for (const [index, { id, jobId, state, reason }] of actions.entries()) {
    const at = (name: string) => ['actions', index, name];
    if (!UUID.test(id)) fieldErrors.add(at('id'), 'must be a UUID in lower case.');
    if (!JOB.test(jobId)) fieldErrors.add(at('jobId'), 'must be a task and an order, such as pickup:17.');
    const text = reason?.trim() ?? '';
    if (state === 'declined' && text === '') fieldErrors.add(at('reason'), 'is required to decline.');
    if (text.length > MAX_REASON) fieldErrors.add(at('reason'), `must have at most ${MAX_REASON} characters.`);
  }
  fieldErrors.throwIfAny();
}

function record(context: Context, action: Action): Promise<Result['outcome']> {
  const { userId, organizationId } = crewOf(context);
  const act = (tx: Tx) => recordIn(tx, { ...context, db: tx }, { userId, organizationId }, action);
  return isClient(context.db) ? inTransaction(context.db, act) : act(context.db);
}

async function recordIn(tx: Tx, context: Context, whose: Whose, action: Action): Promise<Result['outcome']> {
  const { jobId, state, appointment } = action;
  const { userId } = whose;
  const earlier = await repeated(tx, userId, action);
  if (earlier) return earlier;
  const facts = (await factsOf(context, whose, [Number(jobId.split(':')[1])])).find(({ job }) => job.id === jobId);
  if (!facts) return 'withdrawn';
  if (appointment !== appointmentOf(facts)) return 'changed';
  const { row, where, shown } = await lockedJob(tx, whose, facts, context);
  // A concurrent request with the same action was first.
  const concurrent = await repeated(tx, userId, action);
  if (concurrent) return concurrent;
  const present = saidOf(row, facts);
  if (present.state === state) return 'recorded';
  const madeAt = madeWhen(action.at, context.now);
  const isOutdated = present.stateAt !== null && madeAt < present.stateAt;
  if (!isOutdated && !mayFollow(present.state, state)) return 'refused';
  const reason = state === 'declined' ? (action.reason?.trim() ?? '') : '';
  const { orderId, task } = row;
  await tx.crewJobChange.create({
    data: { id: action.id, userId, orderId, task, state, reason, madeAt, recordedAt: context.now },
  });
  await prune(tx, { userId, orderId, task });
  if (isOutdated) return 'outdated';
  await tx.crewJob.update({ where, data: { ...shown, state, reason, stateAt: madeAt, appointment } });
  await announceJob(tx, { orderId, version: facts.version });
  return 'recorded';
}

/** The outcome of an action whose id was recorded before; null for a new one. */
async function repeated(tx: Tx, userId: number, { id, jobId, state }: Action): Promise<Result['outcome'] | null> {
  const found = await tx.crewJobChange.findUnique({ where: { userId_id: { userId, id } } });
  if (!found) return null;
  return `${found.task}:${found.orderId}` === jobId && found.state === state ? 'recorded' : 'refused';
}

/** A device cannot say something in the future, nor long ago. */
function madeWhen(at: Date, now: Date): Date {
  const oldest = now.getTime() - OLDEST_DAYS * DAY_MS;
  return new Date(Math.min(Math.max(at.getTime(), oldest), now.getTime()));
}

async function prune(tx: Tx, of: { userId: number; orderId: number; task: 'pickup' | 'dropoff' | 'guide' }) {
  const old = await tx.crewJobChange.findMany({
    where: of,
    orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
    skip: MAX_CHANGES,
    select: { id: true },
  });
  if (old.length === 0) return;
  await tx.crewJobChange.deleteMany({ where: { userId: of.userId, id: { in: old.map(({ id }) => id) } } });
}
