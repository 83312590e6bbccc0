import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Links that would have the style of the browser: elements without a class. The page without Mantine has its own style. */
const bareLinks = (source: string) =>
  [...source.matchAll(/<(?:Link|a)\s(?:=>|=(?!>)|[^=>])*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !tag.includes('className'));

it('every link has the style of the console', () => {
  const files = globSync('**/*.tsx', { cwd: root }).filter((file) => file !== 'app/not-found.tsx');
  const bare = files.flatMap((file) => bareLinks(readFileSync(join(root, file), 'utf8')).map((tag) => [file, tag]));
  expect(bare).toEqual([]);
});

it('finds a planted link without a class', () => {
  const planted =
    '<Link onClick={() => go()} href={address}>Open</Link><Link\n  href="/" className={classes.link}>x</Link><a href="/x">y</a>';
  expect(bareLinks(planted)).toEqual(['<Link onClick={() => go()} href={address}>', '<a href="/x">']);
});
