import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A question without a terminal to ask it on. */
export class Unanswerable extends Error {}

/** The terminal, and what ends the program when its user leaves by Ctrl-C or Ctrl-D instead of answering. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
  leave(): void;
};

const OWN: Terminal = {
  input: process.stdin,
  output: process.stdout,
  // As a shell reports a program that Ctrl-C ended.
  leave: () => process.exit(130),
};

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks a question on the terminal.
 *
 * @throws {Unanswerable} without a terminal
 */
export const ask = (question: string, terminal = OWN): Promise<string> => answerTo(question, terminal, terminal.output);

/**
 * Asks for a secret: the input is not shown.
 *
 * @throws {Unanswerable} without a terminal
 */
export async function askSecret(question: string, terminal = OWN): Promise<string> {
  const answer = await answerTo(question, terminal, silent);
  terminal.output.write('\n');
  return answer;
}

/** @param echo where the typed characters are shown */
async function answerTo(
  question: string,
  { input, output, leave }: Terminal,
  echo: NodeJS.WritableStream,
): Promise<string> {
  if (!input.isTTY) throw new Unanswerable(`There is no terminal to ask on: "${question.replace(/:? *$/, '')}"`);
  if (echo !== output) output.write(question);
  const lines = createInterface({ input, output: echo, terminal: true });
  const left = once(lines, 'close').then(() => undefined);
  const given = lines.question(echo === output ? question : '').catch(() => undefined);
  const answer = await Promise.race([given, left]);
  lines.close();
  if (answer !== undefined) return answer;
  output.write('\n');
  leave();
  return '';
}
