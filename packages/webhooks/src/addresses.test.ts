import { describe, expect, it } from 'vitest';
import { type AddressRules, checkAddress, mayConnectTo, parseAddress, RefusedAddress } from './addresses.ts';

const RULES: AddressRules = { httpsOnly: true, ports: [443, 80], allowedRanges: [] };
const allowing = (...allowedRanges: string[]): AddressRules => ({ ...RULES, allowedRanges });

/** All ranges that IANA reserves for other uses than public servers, and notations that lead to them. */
const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '4000::1',
  'not an address',
  '',
];

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2a00:1450:400e::1',
  '2606:4700::1',
];

describe('mayConnectTo', () => {
  it.each(NOT_PUBLIC)('refuses %s', (ip) => {
    expect(mayConnectTo(ip, 443, RULES)).toBe(false);
  });

  it.each(PUBLIC)('allows %s on the default ports', (ip) => {
    expect(mayConnectTo(ip, 443, RULES)).toBe(true);
    for (const port of [22, 25, 5432, 6379, 8443]) expect(mayConnectTo(ip, port, RULES), String(port)).toBe(false);
  });

  it('allows the configured ranges on every port, and nothing outside of them', () => {
    const rules = allowing('10.1.0.0/16', '127.0.0.1', 'fd00::/8');
    for (const ip of ['10.1.2.3', '127.0.0.1', '::ffff:10.1.0.9', 'fd12::1']) {
      expect(mayConnectTo(ip, 5_000, rules), ip).toBe(true);
    }
    for (const ip of ['10.2.0.1', '127.0.0.2', 'fc00::1', '::1']) expect(mayConnectTo(ip, 443, rules), ip).toBe(false);
  });
});

describe('parseAddress', () => {
  it.each([
    ['https://127.0.0.1/', 'public'],
    ['https://127.1/', 'public'],
    ['https://2130706433/', 'public'],
    ['https://0x7f.1/', 'public'],
    ['https://0177.0.0.1/', 'public'],
    ['https://１２７.０.０.１/', 'public'],
    ['https://127。0。0。1/', 'public'],
    ['https://[::1]/', 'public'],
    ['https://[::ffff:127.0.0.1]/', 'public'],
    ['https://169.254.169.254/latest/meta-data', 'public'],
    ['https://8.8.8.8:22/', 'must be a public address on port 443 or 80.'],
    ['https://partner.example:22/', 'must be a public address on port 443 or 80.'],
    ['https://[fe80::1%25eth0]/', 'valid URL'],
    ['https://user:password@partner.example/', 'user name'],
    ['https://partner.example@127.0.0.1/', 'user name'],
    ['http://partner.example/', 'https://'],
    ['ftp://partner.example/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['gopher://partner.example/', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['partner.example/hook', 'valid URL'],
    ['', 'valid URL'],
    ['https://./', 'valid URL'],
    ['https://..../', 'valid URL'],
    ['https://a..b/', 'valid URL'],
    ['https://.a/', 'valid URL'],
    ['https://a../', 'valid URL'],
    ['https://a。。b/', 'valid URL'],
    ['https:a/', 'https://'],
    ['https:/a/', 'https://'],
    ['https:///a/', 'https://'],
    ['https:/\\a', 'https://'],
    ['https:\\\\a', 'https://'],
    ['https://\\a', 'https://'],
    [`https://partner.example/${'x'.repeat(2_000)}`, 'valid URL'],
  ])('refuses %s', (url, message) => {
    expect(() => parseAddress(url, RULES)).toThrow(RefusedAddress);
    expect(() => parseAddress(url, RULES)).toThrow(message);
  });

  it('accepts any port of a host name where a range is allowed, because the name may resolve to it', () => {
    expect(parseAddress('https://partner.example:8443/', allowing('10.0.0.0/8')).port).toBe('8443');
  });

  it('accepts http only where https is not required', () => {
    expect(parseAddress('http://partner.example/hook', { ...RULES, httpsOnly: false }).host).toBe('partner.example');
    expect(() => parseAddress('ftp://partner.example/', { ...RULES, httpsOnly: false })).toThrow(RefusedAddress);
  });
});

describe('the normalized form of an address', () => {
  it.each([
    ['HTTPS://H.EXAMPLE:443/a', '/a'],
    ['https://h.example./a', '/a'],
    ['https://h.example/%61', '/a'],
    ['https://h.example/%41%7e%2D%5f%2E%39', '/A~-_.9'],
    ['https://h.example/a%2fb%c3%a9', '/a%2Fb%C3%A9'],
    ['https://h.example/a%2Fbé', '/a%2Fb%C3%A9'],
    ['https://h.example/x/../a/./b', '/a/b'],
    ['https://h.example/x/%2e%2E/a', '/a'],
    ['https://h.example/a?', '/a'],
    ['https://h.example/a?#', '/a'],
    ['https://h.example/a#b', '/a'],
    ['https://h.example', '/'],
    ['https://h.example/a?%62=%3a', '/a?b=%3A'],
    ['https://h.example/a|b?c[]={d}', '/a%7Cb?c%5B%5D=%7Bd%7D'],
    ['https://h.example/a%7cb?c%5b%5d=%7bd%7d', '/a%7Cb?c%5B%5D=%7Bd%7D'],
    ['https://h.example/100%', '/100%25'],
    ['https://h.example/%2%35', '/%2525'],
    // These identify other resources.
    ['https://h.example/A/', '/A/'],
    ['https://h.example/a?b', '/a?b'],
    ['https://h.example//a', '//a'],
    ['https://h.example/a%26b', '/a%26b'],
    ['https://h.example/%252e', '/%252e'],
  ])('of %s is %s, and normalizing again does not change it', (text, path) => {
    const { href } = parseAddress(text, RULES);
    expect(href).toBe(`https://h.example${path}`);
    expect(parseAddress(href, RULES).href).toBe(href);
  });
});

describe('checkAddress', () => {
  const resolve =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  it('resolves the name, and refuses it for one private address among public ones', async () => {
    await expect(checkAddress('https://a.example/', RULES, resolve('8.8.8.8', '2606:4700::1'))).resolves.toBeTruthy();
    for (const bad of ['127.0.0.1', '::1', '10.0.0.1']) {
      await expect(checkAddress('https://a.example/', RULES, resolve('8.8.8.8', bad)), bad).rejects.toThrow('public');
    }
  });

  it('refuses localhost with the system resolver', async () => {
    for (const host of ['localhost', 'LOCALHOST', 'foo.localhost', 'a.B.LOCALHOST.']) {
      await expect(checkAddress(`https://${host}/`, RULES), host).rejects.toThrow(RefusedAddress);
    }
  });

  it('accepts a name that does not resolve yet', async () => {
    const unknown = async () => {
      throw new Error('ENOTFOUND');
    };
    await expect(checkAddress('https://soon.example/', RULES, unknown)).resolves.toBeTruthy();
  });

  it.each([
    ['http://127.0.0.1:9/h0', 'http://127.0.0.1:9/h0'],
    ['http://[::ffff:127.0.0.1]:9/h0', 'http://127.0.0.1:9/h0'],
    ['http://[::FFFF:7f00:1]:9/h0', 'http://127.0.0.1:9/h0'],
    ['http://[0:0::ffff:127.0.0.1]:9/h0', 'http://127.0.0.1:9/h0'],
    ['http://[::1]:9/h0', 'http://[::1]:9/h0'],
    ['http://localhost:9/h0', 'http://localhost:9/h0'],
  ])('of %s is %s, and normalizing again does not change it', (text, form) => {
    const rules = { ...allowing('127.0.0.0/8', '::1'), httpsOnly: false };
    expect(parseAddress(text, rules).href).toBe(form);
    expect(parseAddress(form, rules).href).toBe(form);
  });
});
