import { expect, it } from 'vitest';
import { isTurnOver, nextTurn } from './turns.ts';

/** Keeps the process busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('yields to other work repeatedly while many tasks run concurrently, and resumes them in order', async () => {
  let turns = 0;
  let isOver = false;
  const others = async () => {
    for (; !isOver; turns += 1) await new Promise(setImmediate);
  };
  const watched = others();
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 10_000 }, async (_, index) => {
      await undefined;
      if (isTurnOver()) await nextTurn();
      order.push(index);
      work(0.03);
    }),
  );
  isOver = true;
  await watched;
  expect(order.slice(1_500)).toEqual(order.slice(1_500).sort((a, b) => a - b));
  // The work takes 300 ms; the time is checked after the first 30 ms.
  expect(turns).toBeGreaterThan(8);
});

it('also ends a turn after few steps that take long', async () => {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const before = isTurnOver();
  const begun = process.threadCpuUsage();
  while (process.threadCpuUsage(begun).user < 40_000);
  expect([before, isTurnOver()]).toEqual([false, true]);
});

it('does not interrupt little work', async () => {
  // A turn that an earlier test began is over after the second tick.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(Array.from({ length: 100 }, isTurnOver)).not.toContain(true);
});
