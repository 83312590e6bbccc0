import { getOperationAST } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT } from '../../src/testing/index.ts';
import { plantDifference, rowsOut } from './compare.ts';
import { compareOperation, type EdgeCases, emptiness, type Operation, startEdgeCases } from './equivalence.ts';
import { usersOf } from './users.ts';

/*
 * A persisted operation returns the same whether it is compiled to one statement or executed by the resolvers, and with
 * a validator or without: over generated data, for generated requests of every kind of user. This test has a few fixed cases;
 * equivalence.long.test.ts has many different ones in each run.
 */

const SEED = 20_261_120;
const RUNS = 12;
const OPERATIONS = 32;

const PLANTED = [
  'v1 ListOrders',
  'v1 GetOrder',
  'v1 BookOrder',
  'v1 SearchProducts',
  'v1 ListCities',
  'console UpdateOrder',
  'event OrderUpdated',
];

let world: EdgeCases;
beforeAll(async () => {
  world = await startEdgeCases(SEED);
}, DEMO_TIMEOUT);
afterAll(() => world.server.close());

function operationOf(name: string): Operation {
  const found = world.operations.find((operation) => operation.name === name);
  if (!found) throw new Error(`${name} is not compared with its executed form.`);
  return found;
}

it('the fixtures contain edge cases', () => {
  expect(world.changed.columns).toBeGreaterThan(60);
  expect(world.changed.values).toBeGreaterThan(5_000);
  expect(world.users.length).toBeGreaterThan(10);
});

it('every operation returns the same, compiled and executed', { timeout: 120_000 }, async () => {
  expect(world.operations.length).toBeGreaterThan(OPERATIONS);
  const empty: string[] = [];
  const differences: string[] = [];
  const validated: string[] = [];
  for (const operation of world.operations) {
    const { name } = operation;
    try {
      const seen = await compareOperation(world, operation, { seed: SEED, runs: RUNS });
      expect([name, seen.cases]).toEqual([name, RUNS]);
      empty.push(...emptiness(seen).map((what) => `${name}: ${what}`));
      if (seen.validators > 0) validated.push(name);
    } catch (error) {
      differences.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(differences, differences.join('\n')).toEqual([]);
  expect(empty, empty.join('\n')).toEqual([]);
  const isRead = ({ name, document }: Operation) =>
    name.startsWith('v1 ') && getOperationAST(document)?.operation === 'query';
  expect(validated).toEqual(expect.arrayContaining(world.operations.filter(isRead).map(({ name }) => name)));
});

describe('a difference', () => {
  it('in one value of an answer fails the comparison', async () => {
    for (const operation of world.operations.filter((each) => PLANTED.includes(each.name))) {
      const planted = compareOperation(world, operation, {
        seed: SEED,
        runs: RUNS,
        plant: (answer) => void plantDifference(answer),
      });
      await expect(planted, operation.name).rejects.toThrow(/compiled …/);
    }
  });

  it('by a missing member fails the comparison', async () => {
    const planted = compareOperation(world, operationOf('v1 ListCities'), {
      seed: SEED,
      runs: RUNS,
      plant: (answer) => void Reflect.deleteProperty(answer, 'data'),
    });
    await expect(planted).rejects.toThrow(/compiled …/);
  });
});

describe('rows', () => {
  it('are list entries and objects below the roots, or else counted values', () => {
    expect(rowsOut({ data: [], meta: { total: 0, page: 1 } })).toBe(0);
    expect(rowsOut({ data: [], meta: { total: 7, page: 1 } })).toBe(0);
    expect(rowsOut({ data: [{ id: 1, client: { id: 2 }, tags: [] }, 'a'], meta: { total: 2 } })).toBe(3);
    expect(rowsOut({ data: { id: 1, city: { id: 2 }, tags: [{ key: 'a' }] } })).toBe(2);
    expect(rowsOut({ data: { id: 1, tags: [] } })).toBe(0);
    expect(rowsOut({ order: null })).toBe(0);
    expect([rowsOut({ meta: { total: 0 } }), rowsOut({ meta: { total: 9 } })]).toEqual([0, 1]);
  });

  it('are reported as missing in an empty database', { timeout: 60_000 }, async () => {
    const { db } = world.server;
    await db.$executeRaw`TRUNCATE orders, product CASCADE`;
    const empty = { ...world, users: await usersOf(world.server) };
    for (const name of [
      'v1 ListOrders',
      'v1 SearchProducts',
      'v1 ListRatesByDate',
      'v1 ListLabels',
      'console CountOrders',
    ]) {
      const seen = await compareOperation(empty, operationOf(name), { seed: SEED, runs: RUNS });
      expect([name, ...emptiness(seen)]).toEqual([name, 'no rows in', 'no rows out']);
    }
  });
});
