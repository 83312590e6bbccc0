import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { optionsIn, optionsOfRow } from './testing/documented-options.ts';

/*
 * The options of the commands of docs/operations.md: those that a command reads, those of its help and those of the table of
 * the manual are the same. A command line that it does not have is refused in one line, before anything is done.
 */

const run = promisify(execFile);
const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** Programs of the commands that an operator has; those behind scripts/command.mjs without the database that it opens. */
const PROGRAMS = {
  'npm start': 'scripts/start.mjs',
  'npm run build': 'scripts/build.mjs',
  'npm run migrate': 'scripts/stack/migrate.ts',
  'npm run doctor': 'scripts/stack/doctor.ts',
  'npm run upgrade': 'scripts/stack/upgrade.ts',
  'npm run backup': 'scripts/stack/backup.ts',
  'npm run restore': 'scripts/stack/restore.ts',
  'npm run admin:create': 'apps/api/src/cli/admin-create.ts',
  'npm run admin:password': 'apps/api/src/cli/admin-password.ts',
  'npm run secret-key': 'apps/api/src/cli/secret-key.ts',
  'npm run service-account': 'apps/api/src/cli/service-account.ts',
  'npm run quota': 'apps/api/src/cli/quota.ts',
  'npm run personal-data': 'apps/api/src/cli/personal-data.ts',
  'npm run import': 'apps/api/src/cli/import.ts',
};

/** Runs a program in a place of its own. @returns what it printed, the options it reads, and the files that it made */
async function called(program: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'channel-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [dataDir, file] = [join(folder, 'data'), join(folder, 'options.json')];
  const hook = join(import.meta.dirname, 'testing/note-options.mjs');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, MEDIA_DIR: join(folder, 'media'), OPTIONS_FILE: file };
  const { code, stdout, stderr } = await run(ownNode, ['--import', hook, join(root, program), ...args], { env }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const made = readdirSync(folder).filter((name) => name !== 'options.json');
  const read: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return { code, stdout, stderr, made, read: read.filter((name) => name !== 'help').sort() };
}

it.for(Object.entries(PROGRAMS))('%s: its options', { timeout: 60_000 }, async ([command, program]) => {
  const refused = await called(program, '--no-such-option');
  expect([refused.code, refused.stdout, refused.made]).toEqual([expect.any(Number), '', []]);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr.trim()).toMatch(/^[^\n]*--no-such-option[^\n]*$/);
  const { code, stdout, made } = await called(program, '--help');
  expect([code, made]).toEqual([0, []]);
  expect(stdout).toContain(command);
  expect(optionsIn(stdout)).toEqual(refused.read);
  expect(optionsOfRow(manual, command)).toEqual(refused.read);
});

it('finds a planted option, and one that is missing', () => {
  const page = '| `npm run x` | does it | `--a`, `--b-c N` |\n| `npm run x:y` | | `--d` |';
  expect(optionsOfRow(page, 'npm run x')).toEqual(['a', 'b-c']);
  expect(optionsOfRow(page, 'npm run z')).toEqual(undefined);
  expect(optionsIn('Usage: npm run x -- --a [--b-c N]\n  --a  it')).toEqual(['a', 'b-c']);
});
