import { describe, expect, it } from 'vitest';
import { addressRange, isInRanges } from './address-ranges.ts';

describe('a range', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    [' 192.0.2.7 ', '192.0.2.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['::1', '::1/128'],
  ])('%s is kept as %s', (text, range) => {
    expect(addressRange(text)).toBe(range);
  });

  it.each([
    '',
    'localhost',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/2 4',
    '192.0.2.0/24/8',
    '192.0.2.7/24',
    '192.0.2',
    '0300.0.2.0/24',
    '3221225984/24',
    '::ffff:192.0.2.0/120',
    'fe80::1%eth0',
    '2001:db8::1/32',
    '192.0.2.0/',
  ])('%j is none', (text) => {
    expect(addressRange(text)).toBeNull();
  });
});

describe('an address', () => {
  const RANGES = ['192.0.2.0/24', '2001:db8::/32'];

  it.each(['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.7', '2001:db8:ffff::1'])('%s is in the ranges', (address) => {
    expect(isInRanges(address, RANGES)).toBe(true);
  });

  it.each(['192.0.3.0', '2001:db9::', 'unknown', '', null])('%s is not', (address) => {
    expect(isInRanges(address, RANGES)).toBe(false);
  });

  it('is in no range where there are none, and accepted', () => {
    expect([isInRanges('198.51.100.1', []), isInRanges(null, [])]).toEqual([true, true]);
  });
});
