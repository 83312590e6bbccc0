import { createHash } from 'node:crypto';
import type { Statement } from '@channel/prisma';
import { invalid } from '../errors.ts';
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

/**
 * Conditions on tag names, special characters and parts of words, which match any number of orders from none to all.
 * For frequent values, reading the list in its order is fastest; for rare ones, an index. Such a statement is therefore
 * planned with its values each time. Postgres would otherwise switch to one generic plan for all values once that looks
 * cheaper: for a tag name of every thirtieth order, that plan reads all orders with the name to find the few visible
 * ones.
 */
const OF_ANY_NUMBER = /"(?:names|symbols)" && |"document" LIKE /;

/** Whether a statement with this part is planned with its values each time, and never prepared. */
export const isPlannedWithValues = ({ texts }: Sql): boolean => texts.some((text) => OF_ANY_NUMBER.test(text));

type Kept = Finished & { name: string | undefined; uses: number };

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
 * @throws a validation error for more values than a statement can have
 */
export function cachedStatement(key: string, make: () => Sql, values: Readonly<Record<string, unknown>>): Statement {
  const statement = kept.get(key, () => {
    const finished = finish(make());
    if (finished.names.length > MAX_PARAMETERS)
      throw invalid([{ path: [], message: `has too many values: at most ${MAX_PARAMETERS} are allowed.` }]);
    return { ...finished, uses: 0, name: OF_ANY_NUMBER.test(finished.text) ? undefined : nameOf(finished.text) };
  });
  statement.uses += 1;
  return {
    name: statement.uses > 1 ? statement.name : undefined,
    text: statement.text,
    values: statement.names.map((name) => values[name]),
  };
}

const nameOf = (text: string): string => `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/** The text of a piece of SQL without its values: equal for pieces that differ only in their values. */
export const shapeOf = ({ texts }: Sql): string => texts.join('\u0000');
