/**
 * Called with the texts of statements before they are sent together.
 *
 * @returns called when they have ended, with the error if one failed; undefined where nobody observes them
 */
export type StatementObserver = (texts: () => string[]) => ((error?: unknown) => void) | undefined;

let observer: StatementObserver | undefined;

/** Observes all statements of the process from now on, in the asynchronous context of their callers. */
export function observeStatements(next: StatementObserver): void {
  observer = next;
}

/** Sends statements, which the observer of the process learns of. */
export function observed<Result>(texts: () => string[], send: () => Promise<Result>): Promise<Result> {
  const end = observer?.(texts);
  return end ? withEnd(send, end) : send();
}

async function withEnd<Result>(send: () => Promise<Result>, end: (error?: unknown) => void): Promise<Result> {
  try {
    const result = await send();
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}
