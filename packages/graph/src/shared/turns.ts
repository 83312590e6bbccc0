/*
 * Long work runs in turns (time slices), so that the event loop serves other requests in between. Work checks whether
 * its turn is over, and if so awaits the next one.
 */

/** Maximum duration of a turn in milliseconds. */
const TURN = 5;

/**
 * Number of steps, each of a few µs, up to which `TURN` does not apply: with so few steps, the machine caused the
 * delay. Each turn sends its own database queries, so a small answer must stay in one turn.
 */
const LEAST_STEPS = 5_000;

/** Milliseconds of the thread's CPU time after which a turn is over, however few steps it had. */
const LONGEST = 15;

/** A call of `isTurnOver` counts as this many steps: an object takes longer than a scalar. */
const STEPS_OF_OBJECT = 5;

let begun: number | undefined;
let usage = process.threadCpuUsage();
let steps = 0;

function begin(): void {
  begun = performance.now();
  usage = process.threadCpuUsage();
  steps = 0;
}

/** CPU milliseconds of this thread since the turn began. */
function worked(): number {
  const { user, system } = process.threadCpuUsage(usage);
  return (user + system) / 1_000;
}

/** Counts a small synchronous piece of work, such as completing a scalar. */
export function countStep(): void {
  steps += 1;
}

/** Counts a piece of work. @returns whether the turn is over and the caller should await the next one */
export function isTurnOver(): boolean {
  if (begun === undefined) {
    begin();
    setImmediate(() => {
      begun = undefined;
    });
  }
  steps += STEPS_OF_OBJECT;
  const taken = performance.now() - (begun ?? 0);
  return steps > LEAST_STEPS ? taken > TURN : taken > LONGEST && worked() > LONGEST;
}

const waiting: (() => void)[] = [];
let isServing = false;

/** Resolves after the event loop has served other pending work; callers are served in the order of their calls. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (isServing) return;
    isServing = true;
    setImmediate(serve);
  });
}

async function serve(): Promise<void> {
  begin();
  const end = performance.now() + TURN;
  while (performance.now() < end) {
    const next = waiting.shift();
    if (!next) break;
    next();
    // The resumed work runs before the next one is resumed.
    await undefined;
  }
  begun = undefined;
  isServing = waiting.length > 0;
  if (isServing) setImmediate(serve);
}
