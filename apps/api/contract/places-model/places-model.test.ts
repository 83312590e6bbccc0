import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { inMemory, overHttp } from './channel.ts';
import { cancelAll, compareOneByOne, compareTogether, Different } from './compare.ts';
import { deadlocksOf } from './deadlocks.ts';
import { apply, type Outcome, type Step, type World } from './model.ts';
import { seeded } from './steps.ts';

/*
 * The short form of places-model.long.test.ts, and a check that the comparison detects the defect that it was written
 * for.
 */

const CAPACITIES = [5, 7, 4];

let server: TestServer;
let make: Factories;
beforeAll(async () => {
  server = await startServer({ env: { HOLD_MINUTES: '3' } });
  make = createFactories(server.db);
});
afterAll(() => server.close());

describe('places, compared with a simple model', { timeout: 120_000 }, () => {
  // With these seeds, steps soon confirm orders together, one of them with an expired hold.
  it.each([13, 200])('equal those of the model after each step of one client, with seed %i', async (seed) => {
    const { world, channel } = await overHttp(server, make, CAPACITIES);
    const compared = await compareOneByOne(channel, world, seeded(seed), 50);
    expect(compared.figures.conflicts).toBeGreaterThan(0);
    await cancelAll(channel, compared.world);
  });

  it('equal those of some sequence of the steps of several clients, without a deadlock', async () => {
    const before = await deadlocksOf(server.db);
    const { world, channel } = await overHttp(server, make, CAPACITIES);
    const compared = await compareTogether(channel, world, seeded(12), { rounds: 8, clients: 4, steps: 3 });
    expect(compared.figures.conflicts).toBeGreaterThan(0);
    await cancelAll(channel, compared.world);
    expect((await deadlocksOf(server.db)) - before).toBe(0);
  });
});

describe('the comparison', () => {
  const empty: World = { capacities: CAPACITIES, holdMinutes: 3, now: 0, orders: new Map() };

  /** The former defect: taking places released expired holds of the same orders, and then confirmed these orders. */
  function oversold(world: World, step: Step): Outcome {
    const right = apply(world, step);
    if (right.answer === 'ok' || step.do !== 'move' || step.keys.length < 2) return right;
    const before = apply(world, { do: 'release' }).world;
    const room = { ...before, capacities: before.capacities.map((capacity) => capacity + 1) };
    const { answer, world: after } = apply(room, step);
    return answer === 'ok' ? { answer, world: { ...after, capacities: world.capacities } } : right;
  }

  it('accepts the model, and rejects one that sells a place twice, within a few hundred steps', async () => {
    await compareOneByOne(inMemory(empty), empty, seeded(5), 500);
    await compareTogether(inMemory(empty), empty, seeded(5), { rounds: 20, clients: 4, steps: 3 });
    await expect(compareOneByOne(inMemory(empty, oversold), empty, seeded(5), 500)).rejects.toThrow(Different);
    const together = { rounds: 60, clients: 4, steps: 3 };
    await expect(compareTogether(inMemory(empty, oversold), empty, seeded(5), together)).rejects.toThrow(Different);
  });
});
