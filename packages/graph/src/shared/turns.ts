/*
 * Long work goes on in turns, so that the process hears others in between. Work asks whether its turn is over, and waits for
 * the next one where it is.
 */

/** Milliseconds that a turn may take. */
const TURN = 5;

/**
 * Most steps, each of some µs, that go by without a look at the time: where less was done, what took long was the machine.
 * What is cut into turns is read from the database in as many pieces, so that what is small stays in one.
 */
const LEAST_STEPS = 5_000;

/** Milliseconds of the process's own work after which a turn is over, however few its steps: each was a long one. */
const LONGEST = 15;

/** Asking whether the turn is over counts as so many steps: objects take longer than the values in them. */
const STEPS_OF_OBJECT = 5;

let begun: number | undefined;
let usage = process.threadCpuUsage();
let steps = 0;

function begin(): void {
  begun = performance.now();
  usage = process.threadCpuUsage();
  steps = 0;
}

/** Milliseconds that this thread has worked since the turn began. */
function worked(): number {
  const { user, system } = process.threadCpuUsage(usage);
  return (user + system) / 1_000;
}

/** Counts a small piece of work that does not wait, as completing a value. */
export function countStep(): void {
  steps += 1;
}

/** Counts a piece of some work. @returns whether the turn is over, and the next one should be waited for */
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

/** Waits until everything else that the process has to do was looked at; first come, first served. */
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
    // What waited goes on before the next one does.
    await undefined;
  }
  begun = undefined;
  isServing = waiting.length > 0;
  if (isServing) setImmediate(serve);
}
