import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../../apps/api/src/testing/index.ts';
import { ownNode, root } from '../set-up/project.mjs';
import { checkExports, entriesOf, PUBLISHED } from './published.ts';
import { exampleOf, outputOf } from './testing/readme.ts';

/* Packs each package, and uses the archive as somebody else does: in an empty folder, without this repository. */

const run = promisify(execFile);
const INSTALL_TIMEOUT = 120_000;

/** Programs that only this test needs, in exact versions. Installed when it runs, because of their size (130 MB). */
const TOOLS = {
  '@arethetypeswrong/cli': '0.18.5',
  publint: '0.3.25',
  [`node-${process.platform}-${process.arch}`]: '22.23.3',
};

const base = mkdtempSync(join(tmpdir(), 'packages-'));
const tools = join(base, 'tools', 'node_modules');
const NODES = {
  22: join(tools, `node-${process.platform}-${process.arch}`, 'bin', 'node'),
  24: ownNode,
} as const;

const npm = (folder: string, ...args: string[]) => run('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder });

/** A folder with only a package.json, in which packages are installed. */
async function folderWith(name: string, ...packages: string[]): Promise<string> {
  const folder = join(base, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npm(folder, 'install', '--ignore-scripts', '--no-package-lock', ...packages);
  return folder;
}

/** What the example of a package imports beside the package, with its types, as arguments of `npm install`. */
function driversOf(folder: string): string[] {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const imported = Object.keys(devDependencies).filter((name) => exampleOf(folder).includes(` from '${name}'`));
  return imported.flatMap((name) =>
    [name, `@types/${name}`].flatMap((each) => (devDependencies[each] ? [`${each}@${devDependencies[each]}`] : [])),
  );
}

/** What publint and attw report of an archive, the latter for importing modules; empty for no problems. */
async function problemsOf(archive: string): Promise<string> {
  const check = async (program: string, ...args: string[]) => {
    const { stdout, code } = await run(ownNode, [join(tools, program), archive, ...args]).catch((error) => error);
    return code ? stdout : '';
  };
  const checks = [
    check('publint/src/cli.js', '--strict'),
    check('@arethetypeswrong/cli/dist/index.js', '--profile', 'esm-only', '--no-color', '--no-emoji'),
  ];
  return (await Promise.all(checks)).join('');
}

let server: TestServer;
beforeAll(async () => {
  await folderWith('tools', ...Object.entries(TOOLS).map(([name, version]) => `${name}@${version}`));
  server = await startServer({ world: 'demo' });
}, INSTALL_TIMEOUT + DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(base, { recursive: true, force: true });
});

describe.each(PUBLISHED)('%s', (folder) => {
  let archive: string;
  let project: string;
  beforeAll(async () => {
    const { stdout } = await npm(join(root, folder), 'pack', '--json', '--pack-destination', base);
    archive = join(base, JSON.parse(stdout)[0].filename);
    project = await folderWith(folder.replace('/', '-'), archive, ...driversOf(folder));
    writeFileSync(join(project, 'example.mjs'), exampleOf(folder));
  }, INSTALL_TIMEOUT);

  it('leaves its package.json as it was', () => {
    expect(checkExports([folder])).toBeUndefined();
  });

  it('installs without another package of this repository', () => {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const installed = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const ours = installed.filter((path) => /^(@channel\/[^/]+|graphql-rest-router|graphql-sql)$/.test(path));
    expect(ours).toEqual([name]);
  });

  it.each(['22', '24'] as const)('runs the example of its README on Node %s', async (version) => {
    const env = { PATH: '', CHANNEL_URL: server.url, DATABASE_URL: server.ownerConnectionString };
    const major = await run(NODES[version], ['-p', 'process.versions.node'], { env });
    expect(major.stdout).toMatch(new RegExp(`^${version}\\.`));
    const { stdout, stderr } = await run(NODES[version], ['--no-experimental-strip-types', 'example.mjs'], {
      cwd: project,
      env,
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(outputOf(folder));
  });

  it('loads every entry point', async () => {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const [, ...others] = entriesOf(folder);
    const program = [name, ...others.map((entry) => `${name}/${entry}`)].map((each) => `await import('${each}');`);
    const args = ['--no-experimental-strip-types', '--input-type=module', '-e', program.join('')];
    expect(await run(NODES[22], args, { cwd: project, env: { PATH: '' } })).toMatchObject({ stdout: '', stderr: '' });
  });

  it('has types that fit its example and every library that they import', async () => {
    const settings = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck', 'false'];
    const ofNode = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const files = ['--allowJs', '--checkJs', 'example.mjs'];
    await run(ownNode, [tsc, ...settings, ...ofNode, ...files], { cwd: project });
  });

  it('has no problems for publint and attw', async () => {
    expect(await problemsOf(archive)).toBe('');
  });

  it.each<[defect: string, plant: (dist: string) => void, problem: RegExp]>([
    ['a missing program', (dist) => rmSync(join(dist, 'index.js')), /index\.js but the file does not exist/],
    ['missing types', (dist) => rmSync(join(dist, 'index.d.ts')), /index\.d\.ts but the file does not exist/],
    [
      'types that import a missing file',
      (dist) => appendFileSync(join(dist, 'index.d.ts'), "export * from './absent.js';"),
      /Internal resolution error/i,
    ],
  ])('would have a problem with %s', async (defect, plant, problem) => {
    const broken = join(project, defect);
    mkdirSync(broken);
    await run('tar', ['-xzf', archive, '-C', broken]);
    plant(join(broken, 'package', 'dist'));
    const { stdout } = await npm(join(broken, 'package'), 'pack', '--json', '--ignore-scripts');
    expect(await problemsOf(join(broken, 'package', JSON.parse(stdout)[0].filename))).toMatch(problem);
  });
});

it.each([0, 300])('packs a package twice at once, the second %i ms later', { timeout: INSTALL_TIMEOUT }, async (ms) => {
  const [folder] = PUBLISHED;
  const packed = async (name: string) => {
    const destination = join(base, `${name} of ${ms} ms`);
    mkdirSync(destination);
    await npm(join(root, folder), 'pack', '--pack-destination', destination);
    const [archive = ''] = readdirSync(destination);
    const extract = await run('tar', ['-xzf', archive, 'package/dist/index.js', '-O'], { cwd: destination });
    const manifest = await run('tar', ['-xzf', archive, 'package/package.json', '-O'], { cwd: destination });
    return [extract.stdout.length > 0, JSON.parse(manifest.stdout).exports['.'].default];
  };
  const whole = [true, './dist/index.js'];
  expect(await Promise.all([packed('first'), sleep(ms).then(() => packed('second'))])).toEqual([whole, whole]);
  expect(checkExports([folder])).toBeUndefined();
});
