import { describe, expect, it } from 'vitest';
import { labelledBars, ticksOf } from './bar-axes.ts';

describe('ticks', () => {
  it('are round numbers that reach the highest count', () => {
    expect(ticksOf(0)).toEqual([0, 1]);
    expect(ticksOf(1)).toEqual([0, 1]);
    expect(ticksOf(5)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(ticksOf(14)).toEqual([0, 5, 10, 15]);
    expect(ticksOf(23)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(ticksOf(26)).toEqual([0, 10, 20, 30]);
    expect(ticksOf(1_200)).toEqual([0, 500, 1_000, 1_500]);
  });

  it('are few, whatever the count', () => {
    for (let highest = 0; highest < 3_000; highest += 1) {
      const ticks = ticksOf(highest);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
  });
});

it('labels are shown where they fit, at equal distances', () => {
  const labelled = (count: number, label: string) => labelledBars(Array.from({ length: count }, () => label));
  expect(labelled(24, '05:00')).toEqual([2, 6, 10, 14, 18, 22]);
  expect(labelled(30, '28 Oct')).toEqual([3, 9, 15, 21, 27]);
  expect(labelled(28, '20 Nov, 05:00')).toEqual([7, 21]);
  expect(labelled(1, '28 Oct')).toEqual([0]);
  expect(labelled(0, '')).toEqual([]);
});
