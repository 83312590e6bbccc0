import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

it.each<[string, unknown[]]>([
  ['nothing', []],
  ['one entry', [{ id: 1 }]],
  ['numbers and nulls', [1, null, true, -1.5]],
  [
    'nested lists and objects',
    [
      { a: [1, { b: [[], {}] }], c: {} },
      { a: [], d: null },
    ],
  ],
  ['texts with marks of JSON', [{ a: '},{' }, { a: '\\' }, { '"],[': '"' }, { a: '\\"' }, ',']],
  ['line breaks and other scripts', [{ a: 'one\ntwo\r\n' }, { a: '🚲,é"' }, { a: '\u2028' }]],
])('a list of %s becomes one line for each entry', (_name, list) => {
  const { lines, count } = linesOf(Buffer.from(JSON.stringify(list)));
  expect(count).toBe(list.length);
  expect(lines.toString()).toBe(list.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
});
