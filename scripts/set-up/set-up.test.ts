import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exclusively } from './lock.mjs';
import { Explained } from './progress.mjs';
import { fingerprint, root } from './project.mjs';
import { run } from './run.mjs';

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
});
