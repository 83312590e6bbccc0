import { messageOf } from '../errors.ts';
import { repeat } from '../repeat.ts';
import type { Report } from '../reports.ts';
import { openRepository } from '../repository/repository.ts';
import { windows } from '../repository/windows.ts';
import { removeAbandonedDrills } from './drill.ts';
import { type DrillResult, lastResult, noResult, storeResult, TOLERANCE } from './results.ts';

/** What scheduled drills need. */
export type DrillSchedule = {
  /** The repository. */
  folder: string;
  /** Hours between drills; 0: none. */
  drillHours: number;
  /** Runs one drill, which stores its result. */
  runDrill: (signal: AbortSignal) => Promise<DrillResult>;
  clock: () => Date;
  log: (message: string) => void;
  report: Report;
};

const INTERVAL = 60_000;
const MAX_SHOWN = 5;

/** Runs a drill whenever one is due, one at a time, until `signal` is aborted. What killed drills have left is removed. */
export async function keepDrills(schedule: DrillSchedule, signal: AbortSignal): Promise<void> {
  await removeAbandonedDrills(schedule.log);
  if (schedule.drillHours === 0) return;
  let last: Date | undefined;
  await repeat(INTERVAL, signal, async () => {
    last = (await drillIfDue(schedule, signal, last)) ?? last;
  });
}

/**
 * Runs a drill if there is a base backup and the last drill began at least `drillHours` ago, whatever its result, and
 * reports it. One that throws counts as failed.
 *
 * @param last when this process began its last drill, whose result may not have been stored
 * @returns when the drill began; undefined where none was due
 */
export async function drillIfDue(schedule: DrillSchedule, signal: AbortSignal, last?: Date): Promise<Date | undefined> {
  const { folder, runDrill, clock, log, report } = schedule;
  const began = clock();
  if (!(await isDue(schedule, began, last))) return undefined;
  log('Drill: restoring the newest backup into a temporary Postgres');
  const result = await runDrill(signal).catch(async (error: unknown) => {
    // Its process may have been killed.
    await removeAbandonedDrills(log);
    return failed(folder, began, error, signal);
  });
  if (signal.aborted) return began;
  const succeeded = result.problems.length === 0;
  const text = describeResult(result);
  log(`Drill ${succeeded ? 'succeeded' : 'failed'}: ${text}`);
  await report({ kind: 'drill', at: clock(), succeeded, text });
  return began;
}

async function isDue({ folder, drillHours }: DrillSchedule, now: Date, last: Date | undefined): Promise<boolean> {
  const stored = await lastResult(folder, now).catch(() => undefined);
  const ages = [last, stored && new Date(stored.at)].map((at) => now.getTime() - (at?.getTime() ?? 0));
  // A drill in the future is of a clock that was wrong.
  if (ages.some((age) => age >= -TOLERANCE && age < drillHours * 3_600_000)) return false;
  const repository = await openRepository(folder).catch(() => undefined);
  if (!repository) return false;
  // What is damaged is for the drill to find.
  const all = await windows(repository, null).catch(() => undefined);
  return !all || all.some(({ to }) => to !== undefined);
}

async function failed(folder: string, at: Date, error: unknown, signal: AbortSignal): Promise<DrillResult> {
  const result = { ...noResult(at), problems: [messageOf(error)] };
  if (!signal.aborted)
    await storeResult(folder, result).catch((reason: unknown) => result.problems.push(messageOf(reason)));
  return result;
}

/** A result for people: what was verified, or the first problems in one line each. */
export function describeResult({ base, tables, indexes, media, seconds, problems }: DrillResult): string {
  if (problems.length === 0)
    return `${base} in ${seconds.toFixed(1)} s: ${tables} tables, ${indexes} indexes, ${media} media files`;
  const more = problems.length > MAX_SHOWN ? [`and ${problems.length - MAX_SHOWN} more`] : [];
  return [...problems.slice(0, MAX_SHOWN), ...more].join('\n');
}
