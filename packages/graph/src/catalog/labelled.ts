import type { Prisma } from '@channel/prisma';
import { fromPlan, raw, sql } from 'graphql-sql';
import type { Context } from '../context.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import { statementRows } from '../shared/rows.ts';
import { matchesAnySql, partPatterns } from '../shared/text.ts';

/** Products with a label that contains any of the parts, without regard to letter case. */
export const labelled = async (context: Context, parts: readonly string[]): Promise<Prisma.ProductWhereInput> => ({
  labels: { hasSome: await labelsContaining(context, parts) },
});

const LABELS = sql`SELECT DISTINCT label FROM product p CROSS JOIN unnest(p.labels) AS label
  WHERE ${matchesAnySql(raw('label'), fromPlan('patterns', 'text[]'))}`;

/** Prisma can't match parts of the entries of a list, so the matching labels are queried first. */
const labelsContaining = oncePerRequest(async (context, parts: readonly string[]): Promise<string[]> => {
  const rows = await statementRows<{ label: string }>(context, LABELS, { patterns: partPatterns(parts) });
  return rows.map((row) => row.label);
});
