import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../place.ts';
import { commitOf, commonAncestor } from './commits.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

it('finds the commit of a name', async () => {
  const head = git('rev-parse', 'HEAD');
  expect(await commitOf('HEAD')).toBe(head);
  expect(await commitOf(head.slice(0, 12))).toBe(head);
  expect(await commonAncestor(head, 'HEAD')).toBe(head);
});

it('refuses what names no commit in one line, and runs none of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'channel-commits-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'written');
  const hostile = [
    '',
    'none',
    'HEAD^{tree}',
    'HEAD..HEAD',
    '--all',
    `--output=${file}`,
    `-o${file}`,
    `HEAD --output=${file}`,
  ];
  for (const name of [...hostile, `$(touch ${file})`, `;touch ${file}`, `HEAD\ntouch ${file}`, 'a\0b'])
    await expect(commitOf(name)).rejects.toThrow(/^--compare must name commits of this repository; ".*" is none\.$/);
  expect(existsSync(file)).toBe(false);
});
