import { expect, it } from 'vitest';
import { release } from './bytes.ts';

it('memory that others share is not given back, however long the bytes are', () => {
  const lengths = [20, 16_384, Buffer.poolSize / 2 - 1];
  const pooled = lengths.map((length) => Buffer.allocUnsafe(length).fill('x'));
  const mates = Buffer.from('a text of few letters');
  for (const bytes of pooled) release(bytes);
  expect(pooled.map((bytes) => bytes.length)).toEqual(lengths);
  expect(String(mates)).toBe('a text of few letters');
});

it('memory is given back once, with all that lies in it', () => {
  const whole = Buffer.alloc(100_000, 'x');
  const [first, second] = [whole.subarray(0, 10), whole.subarray(10)];
  release(first);
  expect(second).toHaveLength(99_990);
  release(second);
  release(second);
  expect([whole.length, first.length]).toEqual([0, 0]);
});
