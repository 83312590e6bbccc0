import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { actorOf } from '../people/principals.ts';
import { likeText } from '../shared/text.ts';

builder.queryField('labels', (t) =>
  t.stringList({
    description: 'The labels of the products that the viewer sees, each once, in alphabetical order.',
    args: { query: t.arg.string({ description: 'Part of the label, without regard to letter case.' }) },
    resolve: async (_root, { query }, context) => {
      const roleIds = actorOf(context).roles.map((role) => role.id);
      const rows = await context.db.$queryRaw<{ label: string }[]>`
        SELECT DISTINCT label
        FROM product p CROSS JOIN unnest(p.labels) AS label
        WHERE EXISTS (SELECT FROM role_product rp WHERE rp.product_id = p.id AND rp.role_id = ANY (${roleIds}))
          ${query ? Prisma.sql`AND label ILIKE ${`%${likeText(query)}%`}` : Prisma.empty}
        ORDER BY label`;
      return rows.map((row) => row.label);
    },
  }),
);
