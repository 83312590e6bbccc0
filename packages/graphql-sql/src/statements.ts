import { createHash } from 'node:crypto';
import { Lru } from './lru.ts';
import { type Finished, finish, type Sql } from './sql.ts';

/**
 * Maximum number of statements in a process's cache. Each has about 5 to 30 KB of text. A persisted operation needs a
 * few, one for each set of filters used together. The least recently used statement is evicted, and rebuilt when
 * needed.
 */
export const MAX_STATEMENTS = 300;

/** Maximum characters of all cached statements, and of one: larger statements come from large requests. */
export const MAX_CHARACTERS = 16_000_000;
const LARGEST = 200_000;

/** Postgres uses 16 bits for the number of parameters of a statement. */
const MAX_PARAMETERS = 65_535;

/** A row of an answer: the bytes of each column, null for NULL. */
export type RowBytes = readonly (Buffer | null)[];

/** A statement for Postgres: its text with numbered parameters, and their values. */
export type Statement = {
  /** The name under which a connection may prepare the statement; undefined for one that is not worth it. */
  name: string | undefined;
  text: string;
  values: unknown[];
};

/** A statement would have more parameters than Postgres supports. */
export class TooManyValues extends Error {
  constructor() {
    super(`has too many values: at most ${MAX_PARAMETERS} are allowed.`);
  }
}

type Kept = Finished & { name: string; uses: number };

const kept = new Lru<Kept>({
  max: MAX_STATEMENTS,
  weight: { max: MAX_CHARACTERS, heaviest: LARGEST, of: (key, { text }) => key.length + text.length },
});

/** The number of cached statements, and their total characters. */
export const cachedStatements = (): { count: number; characters: number } => ({
  count: kept.size,
  characters: kept.weight,
});

/**
 * A statement from the cache. The key holds everything that decides the statement's text, so that the text is built
 * once and not for each request. From its second use on, connections prepare the statement; a single use is not worth
 * it. A statement that is too large for the cache is never prepared.
 *
 * @param isPlannedEachTime whether Postgres is to plan the statement with its values each time, see `RowsPlan`
 * @throws {TooManyValues}
 */
export function cachedStatement(
  key: string,
  make: () => Sql,
  values: Readonly<Record<string, unknown>>,
  isPlannedEachTime = false,
): Statement {
  const statement = kept.get(key, () => {
    const finished = finish(make());
    if (finished.names.length > MAX_PARAMETERS) throw new TooManyValues();
    const unknown = finished.names.find((name) => !(name in values));
    if (unknown !== undefined) throw new Error(`a statement uses ${unknown}, which has no value`);
    return { ...finished, uses: 0, name: nameOf(finished.text) };
  });
  statement.uses += 1;
  return {
    name: statement.uses > 1 && !isPlannedEachTime ? statement.name : undefined,
    text: statement.text,
    values: statement.names.map((name) => values[name]),
  };
}

/** The name of a statement, by its text. */
export const nameOf = (text: string): string => `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/** The text of a piece of SQL without its values: equal for pieces that differ only in their values. */
export const shapeOf = ({ texts }: Sql): string => texts.join('\u0000');
