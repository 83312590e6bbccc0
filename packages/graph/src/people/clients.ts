import { builder } from '../builder.ts';
import { invalid } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { likeText } from '../shared/text.ts';
import { Client } from './client.ts';

const MAX = 100;

builder.queryField('clients', (t) =>
  t.prismaField({
    type: [Client],
    description: 'The clients of the organizations in which the viewer is staff, by name. Empty for other users.',
    args: {
      text: t.arg.string({ description: 'Part of the name, without regard to letter case.' }),
      ids: t.arg.intList({ description: 'Any of these ids.' }),
      limit: t.arg.int({ defaultValue: 20, description: `Maximum number of clients, 1 to ${MAX}.` }),
    },
    resolve: (query, _root, { text, ids, limit }, context) => {
      checkFilter({ ids }, []);
      const max = limit ?? 20;
      if (max < 1 || max > MAX) throw invalid([{ path: ['limit'], message: `must be between 1 and ${MAX}.` }]);
      return context.db.client.findMany({
        ...query,
        where: {
          organizationId: { in: staffOrganizationIds(context) },
          ...(text ? { name: { contains: likeText(text), mode: 'insensitive' } } : {}),
          ...(ids ? { id: { in: ids } } : {}),
        },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: max,
      });
    },
  }),
);
