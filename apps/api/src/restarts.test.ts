import { describe, expect, it } from 'vitest';
import { Restarts } from './restarts.ts';

describe('Restarts', () => {
  it('are immediate after the first exit, and delayed by growing pauses after repeated exits', () => {
    const restarts = new Restarts();
    const pauses = Array.from({ length: 10 }, () => restarts.pauseAfter(100));
    expect(pauses).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(restarts.failures).toBe(10);
  });

  it('are immediate again when the program ran steadily meanwhile', () => {
    const restarts = new Restarts();
    for (const lived of [100, 100, 100]) restarts.pauseAfter(lived);
    expect(restarts.pauseAfter(30_000)).toBe(0);
    expect(restarts.failures).toBe(1);
    expect(restarts.pauseAfter(100)).toBe(500);
  });
});
