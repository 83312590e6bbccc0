import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exclusively } from './lock.mjs';
import { Explained } from './progress.mjs';
import { fingerprint, root } from './project.mjs';
import { run, TookTooLong } from './run.mjs';

const folder = `.data/set-up-test-${process.pid}`;

beforeEach(() => {
  mkdirSync(join(root, folder, 'inner'), { recursive: true });
  writeFileSync(join(root, folder, 'inner', 'a'), 'one');
});
afterEach(() => rmSync(join(root, folder), { recursive: true }));

describe('fingerprint', () => {
  it('changes with contents, names and missing files, and not with ignored files', () => {
    const first = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(first);
    writeFileSync(join(root, folder, 'ignored'), 'noise');
    expect(fingerprint([folder], /^ignored$/)).toBe(first);
    expect(fingerprint([folder])).not.toBe(first);
    writeFileSync(join(root, folder, 'inner', 'a'), 'two');
    expect(fingerprint([folder], /^ignored$/)).not.toBe(first);
    expect(fingerprint([folder, `${folder}/absent`])).not.toBe(fingerprint([folder]));
  });
});

describe('exclusively', () => {
  it('runs work in sequence, also after a failure', async () => {
    const events: string[] = [];
    const work = (name: string) => () =>
      exclusively(`test-${process.pid}`, async () => {
        events.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        events.push(`${name} out`);
        if (name === 'a') throw new Error('broken');
      });
    const [first] = await Promise.allSettled([work('a')(), work('b')()]);
    expect(first.status).toBe('rejected');
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out']);
  });

  it('does not wait for a killed program', async () => {
    writeFileSync(join(root, '.data', `dead-${process.pid}.lock`), '999999999');
    expect(await exclusively(`dead-${process.pid}`, async () => 'done')).toBe('done');
  });
});

describe('run', () => {
  it('returns the output of a program, and includes it in the error on failure', async () => {
    expect(await run('Asking', process.execPath, ['-p', '6 * 7'])).toBe('42\n');
    const failing = run('Asking', process.execPath, ['-e', 'console.error("no answer"); process.exit(1)']);
    await expect(failing).rejects.toThrow(Explained);
    await expect(failing).rejects.toThrow('Asking failed:\nno answer');
  });

  it('kills a program that outlasts its limit, and what that has started', async () => {
    const file = join(root, folder, 'port');
    const inner = `const server = require('node:http').createServer((_, answer) => answer.end());
      server.listen(0, '127.0.0.1', () => require('node:fs').writeFileSync(${JSON.stringify(file)}, String(server.address().port)))`;
    const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}])`;
    const ended = vi.fn();
    const hanging = run('Waiting', process.execPath, ['-e', outer], process.env, 5_000);
    hanging.catch(ended);
    const isServing = async () => {
      const { ok } = await fetch(`http://127.0.0.1:${readFileSync(file, 'utf8')}`).catch(() => ({ ok: false }));
      return ok;
    };
    await expect.poll(isServing).toBe(true);
    expect(ended).not.toHaveBeenCalled();
    await expect(hanging).rejects.toThrow(TookTooLong);
    await expect.poll(isServing).toBe(false);
    expect(await run('Asking', process.execPath, ['-p', '6 * 7'], process.env, 60_000)).toBe('42\n');
  });
});
