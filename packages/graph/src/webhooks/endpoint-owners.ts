import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { forbidden } from '../errors.ts';
import { nameMatches, searchText } from '../shared/text.ts';
import { adminOrganizationIds } from './staff-access.ts';

/** The users who can own an endpoint of an organization: those with a role in it or in one of its clients. */
export const owners = (organizationId: number): Prisma.UserWhereInput => ({
  kind: 'person',
  disabledAt: null,
  OR: [{ roles: { some: { role: { organizationId } } } }, { clients: { some: { client: { organizationId } } } }],
});

const MAX_OWNERS = 50;

builder.queryFields((t) => ({
  webhookOrganizations: t.prismaField({
    type: ['Organization'],
    description: 'The organizations whose webhook endpoints the viewer may manage, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.organization.findMany({
        ...query,
        where: { id: { in: adminOrganizationIds(context) } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
  webhookOwners: t.prismaField({
    type: ['User'],
    description: `Users who can own a webhook endpoint of an organization, by name, at most ${MAX_OWNERS}. For its administrators.`,
    args: {
      organizationId: t.arg.int({ required: true, description: "The organization's id." }),
      search: t.arg.string({ description: 'Part of the name, first or last name in front.' }),
    },
    resolve: (query, _root, { organizationId, search }, context) => {
      if (!adminOrganizationIds(context).includes(organizationId)) {
        throw forbidden('You may not manage the webhook endpoints of this organization.');
      }
      const text = searchText(search ?? '');
      const named = text ? [{ OR: nameMatches(text).map((name) => ({ name })) }] : [];
      return context.db.user.findMany({
        ...query,
        where: { AND: [owners(organizationId), ...named] },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: MAX_OWNERS,
      });
    },
  }),
}));
