import { expect, it } from 'vitest';
import { clashText } from './clash-text.ts';
import type { ClashFacts } from './clash-types.ts';

const late = (way: number | null, free: number, severity: 'impossible' | 'unknown' = 'impossible'): ClashFacts => ({
  kind: 'travel',
  severity,
  personId: 1,
  way,
  free,
  jobs: [
    {
      task: 'pickup',
      orderId: 7,
      city: 'Rotterdam',
      from: '2026-06-08T11:15',
      until: '2026-06-08T11:45',
      isEstimated: true,
      others: 0,
    },
  ],
  more: 0,
});

it.each(['en', 'nl', 'de'])('a pickup that is not before the start is too late without numbers, in %s', (lang) => {
  const text = (facts: ClashFacts) => clashText(facts, 'Ana', lang);
  const afterStart = text(late(0, 0));
  expect(afterStart).not.toMatch(/\bmin\b/i);
  expect(text(late(20, 0))).toBe(afterStart);
  // However long the way is.
  expect(text(late(null, 0))).toBe(afterStart);
  expect(text(late(20, 5))).toMatch(/20 min.* 5 min/i);
  expect(text(late(null, 0, 'unknown'))).toMatch(/ 0 min/i);
});
