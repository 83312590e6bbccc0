import { describe, expect, it } from 'vitest';
import { later, NOW } from './fixture.ts';
import { visitorAddresses } from './visitor-address.ts';

const addresses = visitorAddresses('a key that only tests know, 32 and more');
const others = visitorAddresses('another key that has 32 characters too');

describe('the address of a visitor', () => {
  it.each(['127.0.0.2', '2001:db8::7', '::ffff:192.0.2.1', 'fe80::1%eth0'])(
    '%s is read as it was signed',
    (address) => {
      expect(addresses.read(addresses.sign(address, NOW), NOW)).toBe(address);
    },
  );

  it('is null without a signature, and for another content or another key', () => {
    const signed = addresses.sign('127.0.0.2', NOW);
    const [, time, mac] = signed.split(' ');
    const forged = [
      undefined,
      '',
      '127.0.0.2',
      `127.0.0.3 ${time} ${mac}`,
      `127.0.0.2 ${Number(time) + 1} ${mac}`,
      `127.0.0.2 ${time} ${'A'.repeat(43)}`,
      `127.0.0.2 ${time}`,
      `${signed}, ${signed}`,
      [signed, signed],
      others.sign('127.0.0.2', NOW),
      addresses.sign('', NOW),
      addresses.sign('somewhere', NOW),
    ];
    expect(forged.map((header) => addresses.read(header, NOW))).toEqual(forged.map(() => null));
  });

  it('is null more than half a minute later or earlier', () => {
    const signed = addresses.sign('127.0.0.2', NOW);
    expect([30, -30].map((seconds) => addresses.read(signed, later(seconds)))).toEqual(['127.0.0.2', '127.0.0.2']);
    expect([30.001, -30.001].map((seconds) => addresses.read(signed, later(seconds)))).toEqual([null, null]);
  });
});
