import type { Statement } from './finished-query.ts';
import { Prisma } from './generated/client/client.ts';
import { statementNames } from './statement-names.ts';

/** A statement whose result nobody needs, in a form in which it can be a part of the read after it. */
export type StatementPart = {
  /** Common table expressions, separated by commas. The last one is named `held` and has one row. */
  expressions: Prisma.Sql;
  /** The table that it writes. A read of this table must see what was written, and remains a statement of its own. */
  writes: string;
};

const nameOf = statementNames('j');

/** A part as a statement of its own. */
export const alone = ({ expressions }: StatementPart): Prisma.Sql => Prisma.sql`WITH ${expressions} SELECT FROM held`;

/**
 * A read together with a part before it: both see the state before the statement.
 *
 * @param read has exactly one row
 * @returns undefined where the read mentions the table that the part writes
 */
export function joined({ expressions, writes }: StatementPart, read: Statement): Statement | undefined {
  if (read.text.includes(writes)) return undefined;
  // Its parameters follow those of the read, whose text stays as it is.
  const { strings, values } = expressions;
  const numbered = strings
    .map((text, index) => (index === 0 ? text : `$${read.values.length + index}${text}`))
    .join('');
  // From `held`: what nobody reads is not executed.
  const text = `WITH ${numbered} SELECT answer.* FROM held LEFT JOIN (${read.text}) AS answer ON true`;
  return { name: nameOf({ sql: text }), text, values: [...read.values, ...values] };
}
