import { describe, expect, it } from 'vitest';
import { loginPath, safePath } from './safe-path.ts';

describe('safePath', () => {
  it('keeps a path of the console with its query string and fragment', () => {
    expect(safePath('/orders?q=a%20b&page=2#tickets')).toBe('/orders?q=a%20b&page=2#tickets');
    expect(safePath('/orders/../orders/7')).toBe('/orders/7');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/x/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'orders',
    '//[',
    '',
    '/login?next=/login',
    '/graphql?query={viewer{id}}',
  ])('returns the start page for %j', (next) => {
    expect(safePath(next)).toBe('/');
  });

  it('returns the start page for a missing or repeated parameter', () => {
    expect(safePath(undefined)).toBe('/');
    expect(safePath(null)).toBe('/');
    expect(safePath(['/orders', '/orders/7'])).toBe('/');
  });
});

describe('loginPath', () => {
  it('contains the path to return to', () => {
    expect(loginPath('/orders?q=x&page=2')).toBe('/login?next=%2Forders%3Fq%3Dx%26page%3D2');
  });

  it('omits the start page and unsafe paths', () => {
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('//evil.example')).toBe('/login');
  });
});
