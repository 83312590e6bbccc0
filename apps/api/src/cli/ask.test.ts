import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ask, askSecret, Unanswerable } from './ask.ts';

/** A terminal whose user types these keys once a question is shown, and how often the program was left. */
function typing(keys: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let shown = '';
  let left = 0;
  output.on('data', (chunk: Buffer) => {
    if (shown === '') setImmediate(() => input.write(keys));
    shown += chunk;
  });
  const leave = () => {
    left += 1;
  };
  return { terminal: { input, output, leave }, shown: () => shown, left: () => left };
}

it('shows what is typed, but not a secret', async () => {
  const plain = typing('Amstel\r');
  expect(await ask('Name: ', plain.terminal)).toBe('Amstel');
  expect(plain.shown()).toContain('Amstel');
  const secret = typing('s3cret-pass\r');
  expect(await askSecret('Password: ', secret.terminal)).toBe('s3cret-pass');
  expect(secret.shown()).toBe('Password: \n');
  expect([plain.left(), secret.left()]).toEqual([0, 0]);
});

it.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('ends the program at %s, without an error', async (_name, key) => {
  for (const question of [ask, askSecret]) {
    const { terminal, left } = typing(key);
    await question('Name: ', terminal);
    expect(left()).toBe(1);
  }
});

it('is refused without a terminal', async () => {
  const { terminal } = typing('x\r');
  terminal.input.isTTY = false;
  await expect(ask('Name: ', terminal)).rejects.toThrow(new Unanswerable('There is no terminal to ask on: "Name"'));
});
