import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, startWorld, type World } from './run.ts';
import type { Write } from './writers.ts';

/*
 * Two processes, writers and pollers: for each client and URL, equal ETags come with equal bytes, and nothing is
 * "unchanged" after an acknowledged change of it. `VALIDATOR_CHECKS` sets the number of conditional requests, and
 * `VALIDATOR_SEED` makes other ones.
 */

const CHECKS = Number(process.env.VALIDATOR_CHECKS ?? 100_000);
const seed = Number(process.env.VALIDATOR_SEED ?? 1);
const MINUTE = 60_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 2 * MINUTE);
afterAll(() => world?.close());

it('no answer is "unchanged" after an acknowledged change of it', { timeout: 32 * MINUTE }, async () => {
  const { violations, ...figures } = await run(world, { checks: CHECKS, milliseconds: 30 * MINUTE, seed });
  console.log(`VALIDATOR_SEED=${seed}`, figures);
  expect(violations.slice(0, 20)).toEqual([]);
  expect(figures.checks).toBeGreaterThanOrEqual(CHECKS);
  expect(Math.min(figures.unchanged, figures.answered)).toBeGreaterThan(CHECKS / 20);
  // Whatever a writer may do was done.
  expect(Object.keys(world.writes).filter((name) => !figures.writes[name])).toEqual([]);
});

it.each([
  ['ETags', 0],
  ['the cache of the API', 1],
])('the run detects a table without its stamp, by %s', { timeout: 5 * MINUTE }, async (by, plain) => {
  const { db } = world.database;
  await db.$executeRaw`ALTER TABLE product DISABLE TRIGGER product_stamped_changed`;
  // Changes of other tables would hide many of those that are missed.
  const writes = { 'product by GraphQL': world.writes['product by GraphQL'] as Write };
  const limited = { ...world, writes };
  const { violations, checks } = await run(limited, {
    checks: Math.max(1_500, CHECKS / 50),
    milliseconds: 4 * MINUTE,
    seed,
    plain,
  });
  await db.$executeRaw`ALTER TABLE product ENABLE TRIGGER product_stamped_changed`;
  console.log(`${violations.length} violations in ${checks} checks without the stamps of products, by ${by}`);
  expect(violations.length).toBeGreaterThan(10);
});
