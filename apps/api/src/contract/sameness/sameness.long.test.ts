import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT } from '../../testing/index.ts';
import { compareOperation, type OddWorld, type Seen, startOddWorld } from './sameness.ts';

/* As sameness.test.ts, with other worlds and requests each time. `SAMENESS_SEED` repeats a run. */

const seed = Number(process.env.SAMENESS_SEED ?? randomInt(2 ** 31));
const RUNS = Number(process.env.SAMENESS_RUNS ?? 150);

let world: OddWorld;
beforeAll(async () => {
  console.log(`SAMENESS_SEED=${seed}`);
  world = await startOddWorld(seed);
}, DEMO_TIMEOUT);
afterAll(() => world.server.close());

it('every operation answers the same, compiled and executed, whatever it is asked', {
  timeout: 1_800_000,
}, async () => {
  const all = new Map<string, Seen>();
  for (const { name, document } of world.operations)
    all.set(name, await compareOperation(world, document, { seed, runs: RUNS }));
  for (const [name, { cases, refused, withRows, rows }] of all)
    console.log(`${name.padEnd(28)} ${cases} cases, ${refused} refused, ${withRows} with rows, ${rows} rows`);
  for (const [name, seen] of all)
    expect([name, seen.withRows > RUNS / 40], `${name} found next to nothing`).toEqual([name, true]);
  // Every member of the filters stood in a request that found something.
  const members = new Set([...all.values()].flatMap((seen) => [...seen.members]));
  const filter = [
    'status',
    'search',
    'tags',
    'product',
    'supplier',
    'client',
    'city',
    'orderDate',
    'bookDate',
    'activityDate',
  ];
  expect(filter.filter((member) => !members.has(`OrderFilter.${member}`))).toEqual([]);
});
