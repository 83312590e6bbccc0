import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCosts } from '../graphql/cost.ts';
import { createLeases, type Leases } from '../quotas/leases.ts';

/* The clock jumps between two requests: nobody waits for longer than without a jump. */

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const USER = 1;
const LIMIT = 3;

let now = new Date(NOON);
let database: TestDatabase;
let leases: Leases;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => {
  leases = createLeases({ db: database.db, clock: () => now });
});
afterEach(async () => {
  await leases.close();
  await database.db.quotaUse.deleteMany();
});
afterAll(async () => {
  await database.drop();
});

/** The seconds that a refusal says; 0 if it is none. */
async function waitOf(request: () => Promise<unknown>): Promise<number> {
  try {
    await request();
    return 0;
  } catch (error) {
    return Number(Object(error).extensions?.retryAfter);
  }
}

const LIMITS: Record<string, () => Promise<number>> = {
  'requests of a minute': async () => {
    const { isAccepted, resetsIn } = await leases.use({ key: 'user 1', limit: LIMIT, seconds: 60 }, 1);
    return isAccepted ? 0 : resetsIn;
  },
  'cost of a minute': () =>
    waitOf(() => createCosts({ graphqlCost: 10, graphqlCostPerMinute: LIMIT }, { leases }).charge(USER, 1)),
};

describe.each(Object.entries(LIMITS))('the %s', (_name, request) => {
  it.each([-24 * HOUR, -HOUR, HOUR, 24 * HOUR])('are counted anew after a jump of %i ms', async (jump) => {
    const send = async () => {
      const waits: number[] = [];
      for (let time = 0; time <= LIMIT; time += 1) waits.push(await request());
      return waits;
    };
    now = new Date(NOON);
    expect(await send()).toEqual([0, 0, 0, 60]);
    now = new Date(NOON + jump);
    expect(await send()).toEqual([0, 0, 0, 60]);
    now = new Date(NOON);
    expect(await send()).toEqual([0, 0, 0, 60]);
  });
});

it.each([-24 * HOUR, -HOUR, HOUR, 24 * HOUR])('units are not paced after a jump of %i ms', async (jump) => {
  const quota = { key: 'organization 1', limit: LIMIT, seconds: 60, isPaced: true };
  for (const moment of [NOON, NOON + jump]) {
    now = new Date(moment);
    const waits: number[] = [];
    for (let time = 0; time <= LIMIT; time += 1) {
      const { isAccepted, resetsIn } = await leases.use(quota, 1);
      waits.push(isAccepted ? 0 : resetsIn);
    }
    expect(waits).toEqual([0, 0, 0, 60]);
  }
});
