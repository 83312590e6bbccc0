import { expect, it } from 'vitest';
import { giveBack } from './bytes.ts';

it('memory that others may share is not given back', () => {
  const pooled = Buffer.from('a text of few letters');
  giveBack(pooled);
  expect(String(pooled)).toBe('a text of few letters');
});

it('memory is given back once, with all that lies in it', () => {
  const whole = Buffer.alloc(100_000, 'x');
  const [first, second] = [whole.subarray(0, 10), whole.subarray(10)];
  giveBack(first);
  expect(second).toHaveLength(99_990);
  giveBack(second);
  giveBack(second);
  expect([whole.length, first.length]).toEqual([0, 0]);
});
