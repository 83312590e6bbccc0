import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase } from '@channel/prisma/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { surface } from './build.ts';
import { checkExports, entriesOf, PUBLISHED, packed, surfacesOf, unpacked } from './published.ts';
import { exampleFileOf, exampleOf, outputOf } from './testing/readme.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A build takes 3 s, and longer while other tests run. */
const BUILD_TIMEOUT = 60_000;

describe.each(PUBLISHED)('%s', (folder) => {
  it.each(surfacesOf(folder))(
    'has the checked-in surface $file; `npm run generate` writes it',
    { timeout: BUILD_TIMEOUT },
    async (each) => {
      expect(read(each.file)).toBe(await surface(each));
    },
  );

  it('shows its example in the README; `tsc` checks the types of the file', () => {
    expect(exampleOf(folder)).toBe(readFileSync(exampleFileOf(folder), 'utf8'));
  });

  it('is packed with the exports of built files, and restored byte for byte', () => {
    const manifest = read(`${folder}/package.json`);
    const built = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
    const [index = '', ...others] = entriesOf(folder);
    expect(JSON.parse(packed(manifest)).exports).toEqual({
      '.': built(index),
      ...Object.fromEntries(others.map((name) => [`./${name}`, built(name)])),
    });
    expect(unpacked(packed(manifest))).toBe(manifest);
    expect(unpacked(manifest)).toBe(manifest);
  });
});

it('the examples of router and compiler run as printed', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const env = { ...process.env, DATABASE_URL: database.connectionString };
  for (const folder of ['packages/graphql-rest-router', 'packages/graphql-sql']) {
    const { stdout } = await promisify(execFile)(ownNode, [exampleFileOf(folder)], { env });
    expect(stdout).toBe(outputOf(folder));
  }
});

describe('the check of exports', () => {
  it('accepts this repository', () => {
    expect(checkExports()).toBeUndefined();
  });

  it('finds what an interrupted `npm pack` leaves', () => {
    const base = mkdtempSync(join(tmpdir(), 'packages-'));
    onTestFinished(() => rmSync(base, { recursive: true }));
    for (const folder of PUBLISHED) {
      mkdirSync(dirname(join(base, folder)), { recursive: true });
      cpSync(join(root, folder, 'package.json'), join(base, folder, 'package.json'), { recursive: true });
    }
    expect(checkExports(PUBLISHED, base)).toBeUndefined();
    const file = join(base, PUBLISHED[0], 'package.json');
    writeFileSync(file, packed(readFileSync(file, 'utf8')));
    expect(checkExports(PUBLISHED, base)).toContain(`the package.json of ${PUBLISHED[0]} with`);
  });
});
