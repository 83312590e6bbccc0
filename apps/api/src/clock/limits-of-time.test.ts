import { afterEach, describe, expect, it } from 'vitest';
import { createCosts } from '../graphql/cost.ts';
import { requestLimit } from '../http/limits.ts';

/* The clock jumps between two requests: nobody waits for longer than without a jump. */

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const USER = 1;
const LIMIT = 3;

let now = new Date(NOON);
afterEach(() => {
  now = new Date(NOON);
});

/** The seconds that a refusal says; 0 if it is none. */
function waitOf(request: () => unknown): number {
  try {
    request();
    return 0;
  } catch (error) {
    const { headers, extensions } = Object(error);
    return Number(headers?.['retry-after'] ?? extensions?.retryAfter);
  }
}

const LIMITS: Record<string, () => () => number> = {
  'requests of a minute': () => {
    const count = requestLimit(LIMIT);
    return () => waitOf(() => count(USER, now));
  },
  'cost of a minute': () => {
    const { charge } = createCosts({ graphqlCost: 10, graphqlCostPerMinute: LIMIT }, () => now);
    return () => waitOf(() => charge(USER, 1));
  },
};

describe.each(Object.entries(LIMITS))('the %s', (_name, open) => {
  it.each([-24 * HOUR, -HOUR, HOUR, 24 * HOUR])('are counted anew after a jump of %i ms', (jump) => {
    const request = open();
    const send = () => Array.from({ length: LIMIT + 1 }, request);
    expect(send()).toEqual([0, 0, 0, 60]);
    now = new Date(NOON + jump);
    expect(send()).toEqual([0, 0, 0, 60]);
    now = new Date(NOON);
    expect(send()).toEqual([0, 0, 0, 60]);
  });
});
