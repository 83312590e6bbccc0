import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Allocates as requests do: many objects for a moment, of which a few survive a while. It prints the largest young generation. */
const LOAD = `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const recent = [];
  let largest = 0;
  for (let request = 0; request < 4_000; request += 1) {
    recent.push(Array.from({ length: 2_000 }, (_, id) => ({ id })));
    if (recent.length > 20) recent.shift();
    if (request % 20 > 0) continue;
    await new Promise(setImmediate);
    for (const { space_name, space_size } of getHeapSpaceStatistics())
      if (space_name === 'new_space') largest = Math.max(largest, space_size);
  }
  console.log(largest);`;

async function largestYoungGeneration(before: string): Promise<number> {
  const args = ['--input-type=module', '--eval', `${before}\n${LOAD}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  return Number(stdout) / 1_048_576;
}

it('the young generation grows under load, to a half of what V8 would let it have', { timeout: 60_000 }, async () => {
  const limited = await largestYoungGeneration(`await import('./memory.ts');`);
  expect(limited).toBeGreaterThan(8);
  expect(limited).toBeLessThanOrEqual(24);
  const usual = await largestYoungGeneration('');
  expect(usual).toBeGreaterThan(limited);
  const small = await largestYoungGeneration(
    `const { setFlagsFromString } = await import('node:v8'); setFlagsFromString('--semi-space-growth-factor=1');`,
  );
  expect(small).toBeLessThan(4);
});
