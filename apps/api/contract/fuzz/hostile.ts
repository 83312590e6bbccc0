import fc from 'fast-check';
import { isNode } from './operations.ts';

/** Texts and values that break careless code. */
export const HOSTILE = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202eevil',
  '%',
  '_%\\',
  "' OR 1=1 --",
  '|',
  '1|2|',
  '1|1|999999999999',
  'NaN',
  'Infinity',
  '1e999',
  '0x1F',
  '+1',
  '01',
  '-1',
  '2147483648',
  '9223372036854775808',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '24:00',
  '9:5',
  '{{7*7}}',
  '\r\nX-Injected: yes',
  'x'.repeat(3_000),
  0,
  -0,
  -1,
  1.5,
  1e-320,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 31) - 1,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { id: {} },
  { __proto__: null, constructor: { prototype: {} } },
);

/** Values so large or deep that only a few of them are sent. */
export const HUGE = fc.constantFrom<() => unknown>(
  () => Array.from({ length: 10_000 }, (_, index) => index + 1),
  () => Array.from({ length: 10_000 }, () => ({ key: 'k', value: 'v' })),
  () => 'x'.repeat(1_000_000),
  () => 'x'.repeat(1_100_000),
  () => Array.from({ length: 20_000 }, (_, index) => index + 1).join('|'),
  () => JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`),
  () => JSON.parse(`${'{"filter":'.repeat(40)}1${'}'.repeat(40)}`),
);

export const TYPES = fc.constantFrom(
  'text/plain',
  'text/xml',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'x',
);

/** Bodies that are invalid JSON, or JSON that no endpoint accepts. */
export const RAW = fc.constantFrom(
  '{',
  '',
  'null',
  '[]',
  '7',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '\ufeff{}',
  '{"a":1e400}',
);

/** A value with one part of it, at any depth, replaced. */
export function bent(value: unknown, path: number, instead: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = path % value.length;
    return value.map((entry, index) => (index === at ? bent(entry, Math.floor(path / value.length), instead) : entry));
  }
  if (isNode(value) && Object.keys(value).length > 0) {
    const names = Object.keys(value);
    const at = names[path % names.length] ?? '';
    return { ...value, [at]: bent(value[at], Math.floor(path / names.length), instead) };
  }
  return instead;
}
