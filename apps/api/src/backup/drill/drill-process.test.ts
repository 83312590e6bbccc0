import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { drillInProcess } from './drill-process.ts';
import { noResult } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'channel-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RESULT = noResult(new Date('2026-11-28T09:00:00Z'));

function program(text: string): string {
  const file = join(folder, `${text.length}.mjs`);
  writeFileSync(file, text);
  return file;
}

it('gives the result of the process', async () => {
  const file = program(`process.send(${JSON.stringify(RESULT)}, () => process.disconnect())`);
  expect(await drillInProcess(new AbortController().signal, file)).toEqual(RESULT);
});

it('a process that ends without a result has failed', async () => {
  await expect(drillInProcess(new AbortController().signal, program('process.exit(3)'))).rejects.toThrow(
    'The drill ended (code 3) without a result: see the log',
  );
});

it('ends the process when it is aborted', async () => {
  const ending = new AbortController();
  const running = drillInProcess(ending.signal, program("setInterval(() => {}, 1000); process.send('begun')"));
  running.catch(() => {});
  ending.abort();
  await expect(running).rejects.toThrow();
});
