import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';

/* Each command that takes arguments has a --help that works with any settings and in any state, and starts nothing. */

const run = promisify(execFile);
const dataDir = mkdtempSync(join(tmpdir(), 'channel-help-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** A setting that would end every command that reads the settings. */
const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: 'nonsense' };

/** The commands behind `npm run`, without the installation of packages, which a test must not run. */
const COMMANDS = {
  'npm start': ['scripts/start.mjs'],
  'npm test': ['scripts/test.mjs'],
  'npm run verify': ['scripts/test.mjs', '--static'],
  'npm run test:long': ['scripts/test.mjs', '--long'],
  'npm run test:fleet': ['scripts/test.mjs', '--fleet'],
  'npm run test:pooler': ['scripts/fleet/testing/pooled-tests.ts'],
  'npm run fleet': ['scripts/fleet/main.ts'],
  'npm run build': ['scripts/build.mjs'],
  'npm run migrate': ['scripts/stack/migrate.ts'],
  'npm run doctor': ['scripts/stack/doctor.ts'],
  'npm run widen-ids': ['scripts/stack/widen-ids.ts'],
  'npm run upgrade': ['scripts/stack/upgrade.ts'],
  'npm run backup': ['scripts/stack/backup.ts'],
  'npm run restore': ['scripts/stack/restore.ts'],
  'npm run admin:create': ['scripts/stack/command.ts', 'admin-create'],
  'npm run admin:password': ['scripts/stack/command.ts', 'admin-password'],
  'npm run secret-key': ['scripts/stack/command.ts', 'secret-key'],
  'npm run service-account': ['scripts/stack/command.ts', 'service-account'],
  'npm run quota': ['scripts/stack/command.ts', 'quota'],
  'npm run personal-data': ['scripts/stack/command.ts', 'personal-data'],
  'npm run import': ['scripts/stack/command.ts', 'import'],
  'npm run bench': ['apps/bench/src/main.ts'],
  'npm run bench:sizes': ['apps/bench/src/sizes/main.ts'],
  'npm run measure:console': ['apps/bench/src/console/main.ts'],
  'npm run screenshots': ['e2e/screenshots/main.ts'],
  'npm run generate': ['scripts/generate.mjs'],
  'npm run operations': ['apps/api/src/cli/operations.ts'],
  'npm run migrate:new': ['prisma/src/migrate-new.ts'],
};

it.for(Object.entries(COMMANDS))('%s --help', { timeout: 60_000 }, async ([name, [file = '', ...args]]) => {
  for (const help of ['--help', '-h']) {
    const { stdout } = await run(ownNode, [join(root, file), ...args, help], { env, timeout: 30_000 });
    // Its own help, which may go on with other commands.
    expect(/npm (run [\w:-]+|\w+)/.exec(stdout)?.[0]).toBe(name);
  }
  expect(readdirSync(dataDir)).toEqual([]);
});

it('npm test and generate refuse an unknown option, and run nothing', { timeout: 60_000 }, async () => {
  for (const script of ['scripts/test.mjs', 'scripts/generate.mjs']) {
    const refused = {
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\s*\S+ Unknown option '--statics'\.[^\n]*\n\n$/),
    };
    await expect(run(ownNode, [join(root, script), '--statics'], { env })).rejects.toMatchObject(refused);
  }
});

it('npm run bench and measure:console --help need a clone and Node alone', { timeout: 60_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'channel-clone-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const clone = join(home, 'clone');
  await run('git', ['clone', '--quiet', '--shared', root, clone]);
  const options = { cwd: clone, env: { PATH: process.env.PATH, HOME: home } };
  for (const [name, option] of [
    ['bench', '--workload TEXT'],
    ['measure:console', '--against URL'],
  ] as const) {
    const { stdout } = await run('npm', ['run', name, '--', '--help'], options);
    expect(stdout).toContain(option);
  }
  expect(['node_modules', '.data'].filter((name) => existsSync(join(clone, name)))).toEqual([]);
});

it('accepts both -h and --help', () => {
  expect([['--help'], ['a', '-h'], ['--helpful'], []].map(asksForHelp)).toEqual([true, true, false, false]);
});
