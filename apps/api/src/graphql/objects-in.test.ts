import { expect, it } from 'vitest';
import { objectsIn } from './objects-in.ts';

const objectsOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce((sum: number, member) => sum + objectsOf(member), Array.isArray(value) ? 0 : 1);

it('counts the objects of JSON, and none of its texts', async () => {
  for (const value of [
    null,
    7,
    '{',
    [],
    {},
    { a: [{ b: {} }, '{"c":{}}', '\\', '"{', 'é木🦊{'], '{': { '\\"{': 1 } },
    Array.from({ length: 60_000 }, (_, id) => ({ id, text: '\\"{}"\\', parts: [{ a: 'x\\' }] })),
  ]) {
    const json = JSON.stringify(value);
    const found = [await objectsIn(json), await objectsIn(Buffer.from(json))];
    expect([json.slice(0, 40), ...found]).toEqual([json.slice(0, 40), objectsOf(value), objectsOf(value)]);
  }
});

it('handles other work while it reads long JSON', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1_000) setImmediate(count);
  };
  setImmediate(count);
  expect(await objectsIn(`[${'{},'.repeat(1_500_000)}{}]`)).toBe(1_500_001);
  expect(turns).toBeGreaterThan(3);
});
