import { describe, expect, it } from 'vitest';
import { isSampled, readTraceparent, traceparentOf } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    ['00', '01', true],
    ['00', '00', false],
    // Of the flags, only the last is known.
    ['00', '03', true],
    ['00', 'fe', false],
  ])('is read in version %s with the flags %s', (version, flags, isSampled) => {
    const place = readTraceparent(`${version}-${TRACE}-${CALLER}-${flags}`);
    expect(place).toEqual({ traceId: TRACE, spanId: CALLER, isSampled });
    expect(place && traceparentOf(place)).toBe(`00-${TRACE}-${CALLER}-${isSampled ? '01' : '00'}`);
  });

  it('may have more members in a later version', () => {
    expect(readTraceparent(`01-${TRACE}-${CALLER}-01-more`)).toMatchObject({ traceId: TRACE });
    expect(readTraceparent(`00-${TRACE}-${CALLER}-01-more`)).toBeUndefined();
    expect(readTraceparent(`01-${TRACE}-${CALLER}-01more`)).toBeUndefined();
  });

  it('is never read in another form: any change of a character', () => {
    const valid = `00-${TRACE}-${CALLER}-01`;
    for (let at = 0; at < valid.length; at += 1)
      for (const other of ['', 'g', 'A', ' ', '-0'])
        expect(readTraceparent(`${valid.slice(0, at)}${other}${valid.slice(at + 1)}`)).toBeUndefined();
  });
});

describe('isSampled', () => {
  const ids = Array.from({ length: 2_000 }, (_none, index) => index.toString(16).padStart(32, 'a'));
  const sampled = (ratio: number, key = 'key') => ids.filter((id) => isSampled(id, ratio, key));

  it('takes a share of the traces, always the same ones', () => {
    expect(sampled(0)).toEqual([]);
    expect(sampled(1)).toEqual(ids);
    expect(sampled(0.1)).toEqual(sampled(0.1));
    // 200 are expected, with a standard deviation of 13.
    expect(Math.abs(sampled(0.1).length - 200)).toBeLessThan(50);
  });

  it('takes a smaller share of the same traces, and others with another key', () => {
    const more = new Set(sampled(0.2));
    expect(sampled(0.1).every((id) => more.has(id))).toBe(true);
    expect(sampled(0.1, 'another key').every((id) => more.has(id))).toBe(false);
  });
});
