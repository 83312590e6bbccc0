import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROGRAM = `
  import { shutDownOnSignal } from '${join(import.meta.dirname, 'shut-down-on-signal.ts')}';
  // The time that a server takes until it listens.
  await new Promise((done) => setTimeout(done, 300));
  setInterval(() => {}, 1_000);
  shutDownOnSignal({ info() {}, error() {}, flush(done) { done(); } }, 5, async () => {});`;

describe('shutDownOnSignal', () => {
  it('ends a program whose parent exited before the program listened', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.disconnect();
    const timeout = setTimeout(() => child.kill('SIGKILL'), 15_000);
    expect(await once(child, 'exit')).toEqual([0, null]);
    clearTimeout(timeout);
  });
});
