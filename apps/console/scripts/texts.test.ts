import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textsIn, textsWithoutMacro } from './texts-without-macro.ts';

it('has every text of the console in every language', () => {
  const script = join(import.meta.dirname, 'texts.ts');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  // A process of its own reads all sources.
}, 60_000);

it('has no text that cannot be translated', () => {
  expect(textsWithoutMacro()).toEqual([]);
});

it.each([
  '<p>Orders</p>',
  '<p>of {count}</p>',
  '<Button aria-label="Close" />',
  "const label = isOpen ? 'Close' : 'open it';",
  'const text = `Order $' + '{id}`;',
  "notify({ message: 'The order is saved.' });",
  "const texts = { notFound: 'Not found.' };",
])('finds the text in %s', (content) => {
  expect(textsIn(content, 'one.tsx')).toHaveLength(content.includes('?') ? 2 : 1);
});

it.each([
  '<Trans>Orders of {name}</Trans>',
  '<Plural value={n} one="# order" other="# orders" />',
  'const text = t(i18n)`Order $' + '{id}`;',
  "const label = msg({ message: 'Open it', context: 'verb' });",
  "throw new Error('No such order: ' + id);",
  "if (event.key === 'Backspace') close();",
  '<Box className="One two" />',
  "type Kind = 'Open' | 'Closed';",
  "const texts = { 'Not found.': msg`Not found.` };",
])('finds none in %s', (content) => {
  expect(textsIn(content, 'one.tsx')).toEqual([]);
});
