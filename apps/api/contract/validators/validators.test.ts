import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, startWorld, type World } from './run.ts';
import type { Write } from './writers.ts';

/* The short form of validators.long.test.ts, and a check that the run detects a missing stamp. */

const LIMITS = { checks: 1_500, milliseconds: 30_000, seed: 7 };

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 120_000);
afterAll(() => world?.close());

it('no answer is "unchanged" after an acknowledged change of it', { timeout: 60_000 }, async () => {
  const { violations, checks, unchanged, answered, writes } = await run(world, LIMITS);
  expect(violations).toEqual([]);
  expect(checks).toBeGreaterThan(300);
  expect(Math.min(unchanged, answered)).toBeGreaterThan(checks / 20);
  expect(Object.keys(writes).length).toBeGreaterThan(10);
});

it.each([
  ['ETags', 0],
  ['the cache of the API', 1],
])('the run detects a table without its stamp, by %s', { timeout: 60_000 }, async (_by, plain) => {
  await world.database.db.$executeRaw`ALTER TABLE product DISABLE TRIGGER product_stamped_changed`;
  // Changes of other tables would hide many of those that are missed.
  const writes = { 'product by GraphQL': world.writes['product by GraphQL'] as Write };
  const { violations } = await run({ ...world, writes }, { ...LIMITS, seed: 8, plain });
  await world.database.db.$executeRaw`ALTER TABLE product ENABLE TRIGGER product_stamped_changed`;
  expect(violations.length).toBeGreaterThan(10);
});
