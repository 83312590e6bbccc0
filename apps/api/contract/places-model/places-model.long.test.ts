import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { overHttp } from './channel.ts';
import { cancelAll, compareOneByOne, compareTogether, type Figures } from './compare.ts';
import { deadlocksOf } from './deadlocks.ts';
import { seeded } from './steps.ts';

/*
 * Random sequences of book, hold, expire, confirm, cancel, return, batch, delete and release over HTTP, against the
 * model.
 */

const AT_LEAST = 10_000;
const STEPS = 110;
const TOGETHER = { rounds: 12, clients: 6, steps: 3 };
const CAPACITIES = [5, 7, 4];

let server: TestServer;
let make: Factories;
beforeAll(async () => {
  server = await startServer({ env: { HOLD_MINUTES: '3' } });
  make = createFactories(server.db);
});
afterAll(() => server.close());

describe('places over ten thousand operations', { timeout: 3_600_000 }, () => {
  it('equal those of the model, for one client and for several concurrent ones, without a deadlock', async () => {
    const before = await deadlocksOf(server.db);
    const sum: Figures = { operations: 0, conflicts: 0, rounds: 0 };
    const add = ({ operations, conflicts, rounds }: Figures) => {
      sum.operations += operations;
      sum.conflicts += conflicts;
      sum.rounds += rounds;
    };
    const begun = performance.now();
    let worlds = 0;
    for (let seed = 1; sum.operations < AT_LEAST; seed += 1) {
      const alone = await overHttp(server, make, CAPACITIES);
      const one = await compareOneByOne(alone.channel, alone.world, seeded(seed), STEPS);
      await cancelAll(alone.channel, one.world);
      const shared = await overHttp(server, make, CAPACITIES);
      const several = await compareTogether(shared.channel, shared.world, seeded(seed), TOGETHER);
      await cancelAll(shared.channel, several.world);
      add(one.figures);
      add(several.figures);
      worlds += 2;
    }
    const deadlocks = (await deadlocksOf(server.db)) - before;
    const seconds = Math.round((performance.now() - begun) / 1_000);
    console.log(JSON.stringify({ ...sum, worlds, deadlocks, seconds }));
    expect(sum.conflicts).toBeGreaterThan(AT_LEAST / 20);
    expect(deadlocks).toBe(0);
  });
});
