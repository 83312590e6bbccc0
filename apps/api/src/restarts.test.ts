import { describe, expect, it } from 'vitest';
import { Restarts } from './restarts.ts';

describe('Restarts', () => {
  it('come at once after the first end, and after growing pauses while the ends go on', () => {
    const restarts = new Restarts();
    const pauses = Array.from({ length: 10 }, () => restarts.pauseAfter(100));
    expect(pauses).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(restarts.failures).toBe(10);
  });

  it('come at once again when the program has worked meanwhile', () => {
    const restarts = new Restarts();
    for (const lived of [100, 100, 100]) restarts.pauseAfter(lived);
    expect(restarts.pauseAfter(30_000)).toBe(0);
    expect(restarts.failures).toBe(1);
    expect(restarts.pauseAfter(100)).toBe(500);
  });
});
