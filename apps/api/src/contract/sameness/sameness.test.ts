import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT } from '../../testing/index.ts';
import { plantDifference } from './compare.ts';
import { compareOperation, type OddWorld, startOddWorld } from './sameness.ts';

/*
 * A persisted operation answers the same whether it was compiled to one statement or is executed field by field: over a
 * generated world, for generated requests of every kind of user. Few of them here, always the same; many others, each time
 * anew, in sameness.long.test.ts.
 */

const SEED = 20_261_120;
const RUNS = 12;
const OPERATIONS = 28;

const PLANTED = ['v1 ListOrders', 'v1 GetOrder', 'v1 SearchProducts', 'v1 ListCities', 'event OrderUpdated'];

let world: OddWorld;
beforeAll(async () => {
  world = await startOddWorld(SEED);
}, DEMO_TIMEOUT);
afterAll(() => world.server.close());

it('the world is odd', () => {
  expect(world.changed.columns).toBeGreaterThan(60);
  expect(world.changed.values).toBeGreaterThan(5_000);
  expect(world.users.length).toBeGreaterThan(10);
});

it('every operation answers the same, compiled and executed', { timeout: 60_000 }, async () => {
  expect(world.operations.length).toBeGreaterThan(OPERATIONS);
  const empty: string[] = [];
  const faults: string[] = [];
  for (const { name, document } of world.operations) {
    try {
      const seen = await compareOperation(world, document, { seed: SEED, runs: RUNS });
      expect([name, seen.cases]).toEqual([name, RUNS]);
      if (seen.withRows === 0) empty.push(name);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(empty).toEqual([]);
});

describe('a difference', () => {
  it('in one value of an answer fails the comparison', async () => {
    for (const { name, document } of world.operations.filter((each) => PLANTED.includes(each.name))) {
      const planted = compareOperation(world, document, {
        seed: SEED,
        runs: RUNS,
        plant: (answer) => void plantDifference(answer),
      });
      await expect(planted, name).rejects.toThrow(/compiled …/);
    }
  });

  it('that is a member less fails the comparison', async () => {
    const [{ document } = { document: undefined }] = world.operations.filter(({ name }) => name === 'v1 ListCities');
    if (!document) throw new Error('there is no such operation');
    const planted = compareOperation(world, document, {
      seed: SEED,
      runs: RUNS,
      plant: (answer) => void Reflect.deleteProperty(answer, 'data'),
    });
    await expect(planted).rejects.toThrow(/compiled …/);
  });
});
