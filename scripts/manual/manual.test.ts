import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { blocksOf, unknownCommands, unknownFiles } from './blocks.ts';

/* The commands of docs/operations.md, read; manual.long.test.ts and own-postgres.long.test.ts run them. */

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const known = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
const exists = (file: string) => existsSync(join(root, file));

it('each block runs in a scene, or says why not', () => {
  const blocks = blocksOf(page);
  expect(blocks.filter(({ scene }) => scene).length).toBeGreaterThan(7);
  const notRun = blocks.filter((block) => block.notRun);
  expect(notRun.map((block) => block.notRun)).toEqual([
    ...Array(7).fill('needs-a-container-engine'),
    ...Array(4).fill('needs-systemd-as-process-1'),
    ...Array(2).fill('needs-several-machines'),
    'needs-two-releases',
    'needs-systemd-as-process-1',
    ...Array(4).fill('needs-two-versions-of-postgres'),
    'needs-a-container-engine',
    'needs-pg_dump-of-the-same-version',
  ]);
  for (const { notRun: reason, code } of notRun) console.info(`not run (${reason}):\n${code}\n`);
});

it('names only commands and files that exist', () => {
  expect(unknownCommands(page, known)).toEqual([]);
  expect(unknownFiles(blocksOf(page), exists)).toEqual([]);
});

it.each(['sh', 'sh test=nothing', 'sh not-run=later'])('refuses a block that is marked as "%s"', (info) => {
  expect(() => blocksOf(`\`\`\`${info}\nnpm run doctor\n\`\`\``)).toThrow('neither a scene');
});

it('finds planted commands that do not exist', () => {
  expect(unknownCommands('Run `npm run doctr`, then `npm run --silent importt -- x`.', known)).toEqual([
    'doctr',
    'importt',
  ]);
  const planted = blocksOf(page.replace('deploy/compose/new-secrets.mjs\n', 'deploy/compose/secrets.mjs\n'));
  expect(unknownFiles(planted, exists)).toEqual(['deploy/compose/secrets.mjs']);
});
