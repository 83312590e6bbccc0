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

/** In megabytes. @param flags of Node */
async function largestYoungGeneration(before: string, flags: string[] = []): Promise<number> {
  const args = [...flags, '--input-type=module', '--eval', `${before}\n${LOAD}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  return Number(stdout) / 1_048_576;
}

it('the young generation grows under load, but not as far as V8 would let it', { timeout: 60_000 }, async () => {
  const limited = await largestYoungGeneration(`await import('./memory.ts');`);
  expect(limited).toBeGreaterThan(8);
  // What is below the limit may double once more.
  expect(limited).toBeLessThan(32);
  expect(await largestYoungGeneration('')).toBeGreaterThan(limited);
  // A limit of V8, which holds from the start of the process.
  expect(await largestYoungGeneration('', ['--max-semi-space-size=1'])).toBeLessThan(4);
});
