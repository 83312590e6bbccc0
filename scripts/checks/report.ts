import { existsSync, readFileSync } from 'node:fs';

/** The JSON report that a runner wrote; undefined when it did not come to that. */
export function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
