import { fromPlan, raw, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { statementPlan } from '../shared/plans.ts';
import { actorOf } from '../shared/principals.ts';
import { statementRows } from '../shared/rows.ts';
import { likeText } from '../shared/text.ts';

const pattern = fromPlan('pattern', 'text');

const LABELS = sql`SELECT DISTINCT label
  FROM product p CROSS JOIN unnest(p.labels) AS label
  WHERE EXISTS (SELECT FROM role_product rp
      WHERE rp.product_id = p.id AND rp.role_id = ANY (${fromPlan('roleIds', 'int8[]')}))
    AND (${pattern} IS NULL OR label ILIKE ${pattern})
  ORDER BY label`;

const labelParameters = ({ query }: { query?: string | null }, context: Context) => ({
  roleIds: actorOf(context).roles.map((role) => role.id),
  pattern: query?.trim() ? `%${likeText(query.trim())}%` : null,
});

builder.queryField('labels', (t) =>
  t.stringList({
    description: 'The labels of the products that the viewer sees, each once, in alphabetical order.',
    args: { query: t.arg.string({ description: 'Part of the label, without regard to letter case.' }) },
    extensions: statementPlan(
      ({ newAlias, list }) =>
        list({ kind: 'values', values: { value: raw('l.label') }, newAlias }, sql`(${LABELS}) l`, raw('l.label')),
      labelParameters,
    ),
    resolve: async (_root, args, context) => {
      const rows = await statementRows<{ label: string }>(context, LABELS, labelParameters(args, context));
      return rows.map((row) => row.label);
    },
  }),
);
