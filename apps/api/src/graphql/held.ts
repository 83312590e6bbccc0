import type { Held, Live } from '@channel/graph';
import { GraphQLError } from 'graphql';

/** The longest time of one wait for a signal. */
const SECOND = 1_000;

/**
 * Executes an operation. If it requests to wait, the operation is executed once more after the wait: meanwhile it holds
 * no place among the requests of its user and no connection of the database.
 *
 * @param execute executes the operation, which may request to wait by calling `hold`
 * @param isStill whether the login of the caller is still valid, with the same rights
 * @returns undefined where it is not, after the wait; an error where the caller may not wait, or left meanwhile
 */
export async function executedAfterWait<Answer>(
  execute: (hold: Live['hold']) => Promise<Answer>,
  live: Pick<Live, 'changes' | 'look'>,
  isStill: () => Promise<boolean>,
): Promise<Answer | GraphQLError | undefined> {
  const held: Held[] = [];
  const answer = await execute((wait) => void held.push(wait));
  const [wait] = held;
  if (!wait) return answer;
  try {
    await waited(wait, live);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
  return (await isStill()) ? execute(() => {}) : undefined;
}

async function waited({ stream, seconds, recheckMs, pauseMs, isOver }: Held, live: Pick<Live, 'changes' | 'look'>) {
  const until = performance.now() + seconds * SECOND;
  const signals = await live.changes(stream);
  try {
    // First without a signal: a change may have come since the operation read.
    for (let pause = 0; ; pause = pauseMs) {
      if (await live.look(isOver)) return;
      const left = until - performance.now();
      if (left <= 0 || !(await signals.next(Math.min(left, recheckMs), Math.min(left, pause)))) return;
    }
  } finally {
    signals.end();
  }
}
