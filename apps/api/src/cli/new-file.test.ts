import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { FileExists, writeNewFile } from './new-file.ts';

const home = mkdtempSync(join(tmpdir(), 'channel-new-file-'));
afterAll(() => rmSync(home, { recursive: true }));

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(home, 'folder-'));
  path = join(folder, 'guest.json');
});

it('has its name only when it is complete, and only for its owner', async () => {
  await writeNewFile(path, async (append) => {
    await append('first ');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^guest\.json\.unfinished-/)]);
    await append('second');
  });
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['guest.json'], 'first second']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('leaves nothing after a failure, and an existing file as it is', async () => {
  const failing = writeNewFile(path, async (append) => {
    await append('first ');
    throw new Error('no database');
  });
  await expect(failing).rejects.toThrow('no database');
  expect(readdirSync(folder)).toEqual([]);
  const late = writeNewFile(path, async () => writeFileSync(path, 'of another program'));
  await expect(late).rejects.toThrow(FileExists);
  await expect(writeNewFile(path, async () => {})).rejects.toThrow(FileExists);
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['guest.json'], 'of another program']);
});

/** Writes a part, says so, and waits. */
const PROGRAM = `
import { writeNewFile } from ${JSON.stringify(join(import.meta.dirname, 'new-file.ts'))};
await writeNewFile(process.argv[1], async (append) => {
  await append('first ');
  console.log('written');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});`;

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('leaves nothing after %s', { timeout: 90_000 }, async (signal, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(readdirSync(folder)).toHaveLength(1);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([code, null]);
  expect(readdirSync(folder)).toEqual([]);
});
