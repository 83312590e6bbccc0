import { expect, it } from 'vitest';
import { compareAllWrites, tablesOfWrites } from './run.ts';
import { startWrites } from './world.ts';

/* As generated-writes.test.ts, with more requests, of another seed in each run. */

const seed = Number(process.env.WRITES_SEED ?? Date.now() % 1_000_000_000);
const RUNS = Number(process.env.WRITES_RUNS ?? 150);

it('every write writes the rows that the naive writer writes, for any request', { timeout: 1_800_000 }, async () => {
  console.log(`WRITES_SEED=${seed}`);
  const world = await startWrites(seed);
  const { seen, differences } = await compareAllWrites(world, { seed, runs: RUNS });
  await world.server.close();
  for (const { name, cases, refused, writing, rows } of seen)
    console.log(`${name.padEnd(24)} ${cases} cases, ${refused} refused, ${writing} have written ${rows.length} rows`);
  console.log([...tablesOfWrites(seen)].map(([table, count]) => `${table} ${count}`).join(', '));
  expect(differences, differences.join('\n')).toEqual([]);
});
