import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { namesIn, writeWhole } from '../repository/files.ts';

const resultSchema = z.object({
  /** When it began. */
  at: z.iso.datetime(),
  base: z.string().nullable(),
  reachedAt: z.string().nullable(),
  restoreSeconds: z.number(),
  seconds: z.number(),
  media: z.number(),
  tables: z.number(),
  indexes: z.number(),
  problems: z.array(z.string()),
});

/** The result of a drill, which is stored in the folder `drills` of the repository. */
export type DrillResult = z.infer<typeof resultSchema>;

/** The result of a drill that began at `at`, before anything was found. */
export const noResult = (at: Date): DrillResult => ({
  at: at.toISOString(),
  base: null,
  reachedAt: null,
  restoreSeconds: 0,
  seconds: 0,
  media: 0,
  tables: 0,
  indexes: 0,
  problems: [],
});

/** @throws for anything but a result */
export const readResult = (value: unknown): DrillResult => resultSchema.parse(value);

/** Stores a result in a repository. */
export async function storeResult(folder: string, result: DrillResult): Promise<void> {
  const file = join(folder, 'drills', nameOf(result.at));
  await writeWhole(file, `${JSON.stringify(result)}\n`);
}

/**
 * The result of the last drill of a repository; undefined before the first one. A damaged file counts as absent, and so does
 * a time in the future: it is of a clock that was wrong.
 */
export async function lastResult(folder: string, now: Date): Promise<DrillResult | undefined> {
  const drills = join(folder, 'drills');
  const present = nameOf(new Date(now.getTime() + TOLERANCE).toISOString());
  const names = (await namesIn(drills)).filter((name) => NAME.test(name) && name <= present);
  for (const name of names.reverse()) {
    try {
      return readResult(JSON.parse(await readFile(join(drills, name), 'utf8')));
    } catch {
      // The one before is still known.
    }
  }
  return undefined;
}

/** Milliseconds that the clock of another process may be ahead. */
export const TOLERANCE = 1_000;
const nameOf = (at: string) => `${at.replace(/[-:.]/g, '')}.json`;
const NAME = /^\d{8}T\d{9}Z\.json$/;
