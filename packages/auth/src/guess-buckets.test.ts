import { describe, expect, it } from 'vitest';
import { hostOf, networkOf } from './caller.ts';
import { later, NOW } from './fixture.ts';
import { takeGuess } from './guess-buckets.ts';

const LIMITS = { loginFailuresPerAddress: 10, loginFailuresPerNetwork: 25, loginWindowSeconds: 900 };
const OFF = { ...LIMITS, loginFailuresPerAddress: 0, loginFailuresPerNetwork: 0 };

/** The waits of this many guesses in sequence; null for guesses that may proceed. */
const guesses = (address: string | null, times: number, now = NOW, limits = LIMITS) =>
  Array.from({ length: times }, () => takeGuess({ address }, now, limits).waitSeconds);
const open = (times: number) => Array.from({ length: times }, () => null);

describe('buckets of guesses', () => {
  it('stop an address, return when it may continue, and refill continuously', () => {
    expect(guesses('192.0.2.1', 12)).toEqual([...open(10), 90, 90]);
    expect(guesses('192.0.2.1', 1, later(60))).toEqual([30]);
    expect(guesses('192.0.2.1', 2, later(90))).toEqual([null, 90]);
    expect(guesses('192.0.2.1', 11, later(90 + 900))).toEqual([...open(10), 90]);
  });

  it('stop a network, across all of its addresses', () => {
    for (const host of [1, 2]) expect(guesses(`198.51.100.${host}`, 10)).toEqual(open(10));
    expect(guesses('198.51.100.3', 6)).toEqual([...open(5), 36]);
    expect(guesses('198.51.101.3', 1)).toEqual([null]);
    for (const host of [1, 2]) expect(guesses(`2001:db8:0:1::${host}`, 10)).toEqual(open(10));
    expect(guesses('2001:db8:0:1:ffff::', 6)).toEqual([...open(5), 36]);
    expect(guesses('2001:db8:0:2::1', 1)).toEqual([null]);
  });

  it('release a guess that was not a failure', () => {
    for (let n = 0; n < 30; n++) {
      const guess = takeGuess({ address: '203.0.113.1' }, NOW, LIMITS);
      expect(guess.waitSeconds).toBeNull();
      if (guess.waitSeconds === null) guess.release();
    }
    expect(guesses('203.0.113.1', 11)).toEqual([...open(10), 90]);
  });

  it('count anew after the clock went back, so that nobody waits until it is where it was', () => {
    expect(guesses('203.0.113.2', 11)).toEqual([...open(10), 90]);
    for (const seconds of [-3_600, -86_400])
      expect(guesses('203.0.113.2', 11, later(seconds))).toEqual([...open(10), 90]);
  });

  it('do not count where they are disabled, or where there is no address', () => {
    expect(guesses('203.0.113.7', 500, NOW, OFF)).toEqual(open(500));
    expect(guesses(null, 500)).toEqual(open(500));
  });

  it('are bounded in number: the least recently used one is dropped', () => {
    expect(guesses('203.0.113.9', 11)).toEqual([...open(10), 90]);
    for (let n = 0; n < 20_000; n++) guesses(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 1);
    expect(guesses('203.0.113.9', 1)).toEqual([null]);
  });
});

it.each([
  ['192.0.2.77', '::ffff:192.0.2.77', '192.0.2.78'],
  ['2001:db8::1', '2001:DB8:0:0:8000::2', '2001:db8:0:1::1'],
])('%s and %s are one host, %s is another', (one, same, other) => {
  expect(hostOf(same)).toBe(hostOf(one));
  expect(hostOf(other)).not.toBe(hostOf(one));
  expect(networkOf(same)).toBe(networkOf(one));
});
