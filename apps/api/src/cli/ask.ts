import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A question that nobody is there to answer. */
export class Unanswerable extends Error {}

function demandTerminal(question: string): void {
  if (!process.stdin.isTTY) throw new Unanswerable(`Nobody is there to be asked: "${question.replace(/:? *$/, '')}"`);
}

/**
 * Asks a question on the terminal.
 *
 * @throws {Unanswerable} when there is none
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
 * Asks for something that nobody should read over a shoulder: what is typed is not shown.
 *
 * @throws {Unanswerable} when there is no terminal
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
