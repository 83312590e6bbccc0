/**
 * Called with the texts of statements before they are sent together: one round trip to Postgres.
 *
 * @returns called when they have ended, with the error if one failed; undefined where nobody observes them
 */
export type StatementObserver = (texts: () => string[]) => ((error?: unknown) => void) | undefined;

const observers: StatementObserver[] = [];

/** Observes all statements of the process from now on, in the asynchronous context of their callers. */
export function observeStatements(next: StatementObserver): void {
  observers.push(next);
}

/** Sends statements, which the observers of the process learn of. Without one, it costs nothing. */
export function observed<Result>(texts: () => string[], send: () => Promise<Result>): Promise<Result> {
  if (observers.length === 0) return send();
  const ends = observers.flatMap((observe) => observe(texts) ?? []);
  return ends.length === 0 ? send() : withEnds(send, ends);
}

async function withEnds<Result>(send: () => Promise<Result>, ends: ((error?: unknown) => void)[]): Promise<Result> {
  let failure: unknown;
  try {
    return await send();
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    for (const end of ends) end(failure);
  }
}
