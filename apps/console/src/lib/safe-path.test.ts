import { describe, expect, it } from 'vitest';
import { loginPath, safePath } from './safe-path.ts';

describe('safePath', () => {
  it('keeps an address of the console with its search and its anchor', () => {
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
  ])('leads home instead of to %j', (next) => {
    expect(safePath(next)).toBe('/');
  });

  it('leads home when there is none, or several', () => {
    expect(safePath(undefined)).toBe('/');
    expect(safePath(null)).toBe('/');
    expect(safePath(['/orders', '/orders/7'])).toBe('/');
  });
});

describe('loginPath', () => {
  it('carries the way back', () => {
    expect(loginPath('/orders?q=x&page=2')).toBe('/login?next=%2Forders%3Fq%3Dx%26page%3D2');
  });

  it('carries nothing that is no way back', () => {
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('//evil.example')).toBe('/login');
  });
});
