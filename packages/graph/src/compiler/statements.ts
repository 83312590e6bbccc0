import { createHash } from 'node:crypto';
import type { Statement } from '@channel/prisma';
import { invalid } from '../errors.ts';
import { Lru } from './lru.ts';
import { type Finished, finish, type Sql } from './sql.ts';

/**
 * Most statements that a process keeps finished. Each is some 5 to 30 KB of text. Persisted operations need a few of them
 * each, one for every set of filters that is used together; what was not used for longest is made again when needed.
 */
export const MAX_STATEMENTS = 300;

/** Most characters of all of them together, and of one: larger ones are as large as a request made them. */
export const MAX_CHARACTERS = 16_000_000;
const LARGEST = 200_000;

/** Postgres counts the parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 65_535;

/**
 * Names of tags, signs and parts of words: some that every order has, some that none has. A list is read in its order for
 * the ones and through an index for the others, so that a statement that asks for them is planned with its values each
 * time. Postgres by itself would keep one plan for all values once that looks cheaper: for the name of every thirtieth
 * order it then reads all orders with that name to find the few that somebody sees.
 */
const OF_ANY_NUMBER = /"(?:names|signs)" && |"words" LIKE /;

type Kept = Finished & { name: string | undefined; uses: number };

const kept = new Lru<Kept>({
  max: MAX_STATEMENTS,
  weight: { max: MAX_CHARACTERS, heaviest: LARGEST, of: (key, { text }) => key.length + text.length },
});

/** How many statements are kept now, and how many characters they have. */
export const keptStatements = (): { count: number; characters: number } => ({
  count: kept.size,
  characters: kept.weight,
});

/**
 * A statement that is kept under a key: everything that decides its text, so that it is put together once and not for each
 * request. From its second use on, connections keep it prepared: what is used once is not worth it. What is too large to be
 * kept is never prepared either.
 *
 * @throws a validation error for more values than a statement can have
 */
export function keptStatement(key: string, make: () => Sql, values: Readonly<Record<string, unknown>>): Statement {
  const statement = kept.get(key, () => {
    const finished = finish(make());
    if (finished.names.length > MAX_PARAMETERS) throw invalid([{ path: [], message: 'asks for too much at once.' }]);
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

/** The texts of SQL without its values: equal for statements that are equal but for their values. */
export const shapeOf = ({ texts }: Sql): string => texts.join('\u0000');
