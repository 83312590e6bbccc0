import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';

let program: ChildProcess;
afterEach(() => program.kill('SIGKILL'));

/** Lines: more than may wait for a reader, and fewer; both more than a pipe buffers. And a single one. */
const [TOO_MANY, MANY, ONE] = [40_000, 5_000, 1];

const FORMS = ['json', 'pretty'] as const;

/** Starts a program that logs this many lines; no reader reads them yet. */
function startLogging(lines: number, form: (typeof FORMS)[number] = 'json'): ChildProcess {
  return fork(join(import.meta.dirname, 'testing/logging-process.ts'), [String(lines), form], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

/** The exit of a program within seconds after its signal. */
const ending = (logging: ChildProcess) => {
  const ended = once(logging, 'exit').then(([code]) => code);
  logging.send('end');
  return Promise.race([ended, sleep(5_000, 'goes on', { ref: false })]);
};

/** The messages of the lines that a program logs from now on. */
async function* messagesOf({ stdout }: ChildProcess): AsyncGenerator<string> {
  if (!stdout) throw new Error('The program has no output.');
  for await (const line of createInterface({ input: stdout })) yield JSON.parse(line).msg;
}

describe('a log without a reader', () => {
  it('does not block its program, and reports lost lines once it is read', async () => {
    program = startLogging(TOO_MANY);
    // A program that waits for its reader sends no message.
    const [message] = await once(program, 'message');
    expect(message).toEqual({ written: TOO_MANY });
    let first = '';
    let count = 0;
    let lost = '';
    for await (const text of messagesOf(program)) {
      first ||= text;
      if (text.startsWith('line ')) count += 1;
      else lost = text;
      if (lost) break;
    }
    expect(first).toBe('line 0');
    expect(Number(/^\d+/.exec(lost)?.[0]) + count).toBe(TOO_MANY);
  });

  it.each(FORMS)('lets its program end (%s)', async (form) => {
    program = startLogging(TOO_MANY, form);
    await once(program, 'message');
    expect(await ending(program)).toBe(0);
  });

  it.each(FORMS.flatMap((form) => [MANY, ONE].map((lines) => [form, lines] as const)))(
    'lets its program end when its reader is gone (%s, %i lines waiting)',
    async (form, lines) => {
      program = startLogging(lines, form);
      await once(program, 'message');
      program.stdout?.destroy();
      expect(await ending(program)).toBe(0);
    },
  );
});

it('a log that is read is complete when its program ends gracefully', async () => {
  program = startLogging(MANY);
  const texts: string[] = [];
  const read = (async () => {
    for await (const text of messagesOf(program)) texts.push(text);
  })();
  await once(program, 'message');
  program.send('end gracefully');
  await read;
  expect(texts).toHaveLength(MANY + 1);
  expect(texts.at(-1)).toBe('the last line');
});
