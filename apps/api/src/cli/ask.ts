import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A question without a terminal to ask it on. */
export class Unanswerable extends Error {}

function demandTerminal(question: string): void {
  if (!process.stdin.isTTY)
    throw new Unanswerable(`There is no terminal to ask on: "${question.replace(/:? *$/, '')}"`);
}

/**
 * Asks a question on the terminal.
 *
 * @throws {Unanswerable} without a terminal
 */
export async function ask(question: string): Promise<string> {
  demandTerminal(question);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/**
 * Asks for a secret: the input is not shown.
 *
 * @throws {Unanswerable} without a terminal
 */
export async function askSecret(question: string): Promise<string> {
  demandTerminal(question);
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}
