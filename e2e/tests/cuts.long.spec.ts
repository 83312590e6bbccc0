import { CUTS, expect, recovery, test } from './cuts.ts';

const ROUNDS = 25;

const quantile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);

test('the board is right in time after 200 cuts of all kinds', async ({ board }) => {
  test.setTimeout(45 * 60_000);
  const kinds = Object.entries(CUTS);
  const took = new Map<string, number[]>(kinds.map(([name]) => [name, []]));
  const late: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { cut, within }] of kinds) {
      const milliseconds = await recovery(board, cut);
      took.get(name)?.push(milliseconds);
      if (milliseconds > within) late.push(`${name}: ${Math.round(milliseconds)} ms`);
    }
  }
  for (const [name, all] of took) {
    const sorted = all.sort((one, other) => one - other);
    const [median, high, highest] = [0.5, 0.95, 1].map((share) => quantile(sorted, share));
    console.log(`| ${name} | ${all.length} | ${median} | ${high} | ${highest} |`);
  }
  expect(late).toEqual([]);
});
