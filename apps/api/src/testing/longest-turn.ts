import { setTimeout as sleep } from 'node:timers/promises';

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
const LIMIT = 50;
/** What parsing the reference text took on two idle cores on which all requests kept to the limit, in milliseconds. */
const REFERENCE = 28;
/** Where it takes longer, the limit is longer by the same factor, up to this one. */
const SLOWEST = 2;

const referenceText = () =>
  JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`member${i}`, `value ${i}`])));

function readingTime(text: string): number {
  const before = process.threadCpuUsage();
  JSON.parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The maximum time in milliseconds for which a request may block the event loop on this machine, as busy as it is now. */
export function maxTurn(): number {
  const text = referenceText();
  const fastest = Math.min(...Array.from({ length: 8 }, () => readingTime(text)));
  return LIMIT * Math.min(SLOWEST, Math.max(1, fastest / REFERENCE));
}

const ATTEMPTS = 12;
/** The number of attempts without a pause. Each further one waits for a second: other work may end meanwhile. */
const AT_ONCE = 6;

/**
 * Measures a turn several times, up to the first one that is shorter than its maximum. Compilation at the first use and
 * garbage collection lengthen some of them; the work of the request lengthens all. Other work of the machine comes and
 * goes: each turn has the maximum that was measured next to it, the lower of two, and the later attempts begin a second
 * apart.
 * @returns the turn that is shortest beside its maximum, and this maximum, in milliseconds
 */
export async function shortestTurn(measured: () => Promise<number>): Promise<{ turn: number; max: number }> {
  let best = { turn: Number.POSITIVE_INFINITY, max: LIMIT };
  for (let attempt = 0; attempt < ATTEMPTS && best.turn >= best.max; attempt += 1) {
    if (attempt >= AT_ONCE) await sleep(1_000);
    const turn = await measured();
    const max = turn < LIMIT ? LIMIT : Math.min(maxTurn(), maxTurn());
    if (turn / max < best.turn / best.max) best = { turn, max };
  }
  return best;
}
