/** Aborts what takes longer than it may. */
export type TimeLimit = {
  /** For `fetch`: aborted when a work took too long. */
  readonly signal: AbortSignal;
  /** Waits for a work, and aborts the signal if it takes longer. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
};

/** A limit in seconds, for each work by itself. */
export function timeLimit(seconds: number): TimeLimit {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException(`The API did not answer within ${seconds} s.`, 'TimeoutError'));
  return {
    signal: controller.signal,
    async within(work) {
      const timer = setTimeout(end, seconds * 1_000);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Waits. @throws the reason of the signal, as soon as it is aborted */
export async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1_000);
  });
  try {
    await unlessAborted(over, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a result. @throws the reason of the signal, as soon as it is aborted */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  if (signal.aborted) abort();
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
