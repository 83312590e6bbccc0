import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { cyan, dim, say } from '../set-up/progress.mjs';

const WIDTH = 8;

/** Copies the lines of a program to the terminal, each with the program's name in front. */
export function printLines(name: string, ...streams: Readable[]): void {
  const prefix = `${cyan(name.padEnd(WIDTH))}${dim('│')} `;
  for (const input of streams) createInterface({ input }).on('line', (line) => say(prefix + line));
}

/** Prints rows in columns that are as wide as they have to be. */
export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    say(`    ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd());
}
