/**
 * The longest time in milliseconds for which the event loop was blocked during the work. It counts the processor time
 * of this thread, not other work of the machine. The system counts in steps of up to 4 ms.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  // Work that is still running when the answer arrives is included.
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest;
}

/** The maximum time in milliseconds for which a request may block the event loop. */
export const MAX_TURN = 50;
const ATTEMPTS = 12;

/**
 * The shortest of several measured turns, or the first one below `MAX_TURN`. Compilation at the first use and garbage
 * collection lengthen some of them; the work of the request lengthens all.
 */
export async function shortestTurn(measured: () => Promise<number>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && shortest >= MAX_TURN; attempt += 1)
    shortest = Math.min(shortest, await measured());
  return shortest;
}
