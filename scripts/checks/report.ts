import { existsSync, readFileSync } from 'node:fs';

/** The JSON report of a test runner; undefined when it wrote none. */
export function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
