import { expect, it } from 'vitest';
import { release } from './bytes.ts';

it('does not release memory of the shared pool, whatever the length of the bytes', () => {
  const lengths = [20, 16_384, Buffer.poolSize / 2 - 1];
  const pooled = lengths.map((length) => Buffer.allocUnsafe(length).fill('x'));
  const mates = Buffer.from('a text of few letters');
  for (const bytes of pooled) release(bytes);
  expect(pooled.map((bytes) => bytes.length)).toEqual(lengths);
  expect(String(mates)).toBe('a text of few letters');
});

it('releases memory once, together with every buffer that shares it', () => {
  const whole = Buffer.alloc(100_000, 'x');
  const [first, second] = [whole.subarray(0, 10), whole.subarray(10)];
  release(first);
  expect(second).toHaveLength(99_990);
  release(second);
  release(second);
  expect([whole.length, first.length]).toEqual([0, 0]);
});
