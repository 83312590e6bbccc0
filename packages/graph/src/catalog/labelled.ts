import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import { likeText } from '../shared/text.ts';

/** Products with a label that contains any of the parts, without regard to letter case. */
export const labelled = async (context: Context, parts: readonly string[]): Promise<Prisma.ProductWhereInput> => ({
  labels: { hasSome: await labelsContaining(context, parts) },
});

/** Prisma can't match parts of the entries of a list, so the matching labels are queried first. */
const labelsContaining = oncePerRequest(async ({ db }, parts: readonly string[]): Promise<string[]> => {
  const patterns = parts.map((part) => `%${likeText(part.trim())}%`);
  const rows = await db.$queryRaw<{ label: string }[]>`
    SELECT DISTINCT label FROM product p CROSS JOIN unnest(p.labels) AS label WHERE label ILIKE ANY (${patterns})`;
  return rows.map((row) => row.label);
});
