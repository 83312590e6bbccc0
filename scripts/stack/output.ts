import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { cyan, dim, say } from '../set-up/progress.mjs';
import { readable } from './log-line.ts';

const WIDTH = 8;

/** Copies the lines of a program to the terminal, each after the program's name, with JSON formatted for people. */
export function printLines(name: string, ...streams: Readable[]): void {
  const prefix = `${cyan(name.padEnd(WIDTH))}${dim('│')} `;
  const isForPeople = process.env.LOG_FORMAT !== 'json';
  for (const input of streams) {
    createInterface({ input }).on('line', (line) => {
      for (const shown of (isForPeople ? readable(line) : line).split('\n')) say(prefix + shown);
    });
  }
}

/** Prints rows in columns of the necessary width. */
export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    say(`    ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd());
}
