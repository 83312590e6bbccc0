import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { PageMeta, pageOf, slice } from '../shared/paging.ts';
import { adminOrganizationIds, staffOrganizationIds } from '../shared/principals.ts';
import { likeText, nameMatches, searchText } from '../shared/text.ts';
import { peopleOf, visiblePeople, visibleRoles } from './people-access.ts';
import { AccountState, inState, Person } from './person.ts';

const PeopleFilter = builder.inputType('PeopleFilter', {
  description: 'Which people to list; every member narrows further.',
  fields: (t) => ({
    search: t.string({
      description:
        'Part of the name, first or last name in front; for administrators also of the e-mail address or username.',
    }),
    roleIds: t.intList({ description: 'Holds any of these roles.' }),
    clientIds: t.intList({ description: 'Belongs to any of these clients.' }),
    state: t.field({
      type: AccountState,
      description: 'Accounts in this state. Finds only people of organizations that the viewer administers.',
    }),
  }),
});

type Filter = typeof PeopleFilter.$inferInput;

function searched(search: string, administered: Prisma.UserWhereInput): Prisma.UserWhereInput {
  const text = { contains: likeText(search), mode: 'insensitive' as const };
  return {
    OR: [
      ...nameMatches(search).map((name) => ({ name })),
      { AND: [administered, { OR: [{ email: text }, { username: text }] }] },
    ],
  };
}

function matching(filter: Filter | null | undefined, context: Context): Prisma.UserWhereInput {
  checkFilter(filter);
  const search = searchText(filter?.search ?? '');
  const administered = peopleOf(adminOrganizationIds(context));
  // Filters by roles and clients of other organizations would reveal their members.
  const ofStaff = { organizationId: { in: staffOrganizationIds(context) } };
  return {
    AND: [
      visiblePeople(context),
      ...(search ? [searched(search, administered)] : []),
      ...(filter?.roleIds
        ? [{ roles: { some: { role: { AND: [{ id: { in: filter.roleIds } }, visibleRoles(context)] } } } }]
        : []),
      ...(filter?.clientIds ? [{ clients: { some: { client: { id: { in: filter.clientIds }, ...ofStaff } } } }] : []),
      ...(filter?.state ? [administered, inState[filter.state]] : []),
    ],
  };
}

const DEFAULT_PAGE_SIZE = 25;
const listArgs = builder.args((t) => ({
  filter: t.field({ type: PeopleFilter, description: 'Narrows the list.' }),
  page: t.int({ defaultValue: 1, description: 'Page number, from 1.' }),
  perPage: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: 'Entries per page.' }),
}));

builder.queryFields((t) => ({
  people: t.prismaField({
    type: [Person],
    description: 'The people of the organizations in which the viewer is staff, by name, paginated.',
    args: listArgs,
    resolve: (query, _root, { filter, ...page }, context) =>
      context.db.user.findMany({
        ...query,
        where: matching(filter, context),
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        ...slice(pageOf(page, DEFAULT_PAGE_SIZE)),
      }),
  }),
  peopleMeta: t.field({
    type: PageMeta,
    description: 'Position of the page in the whole list.',
    args: listArgs,
    resolve: async (_root, { filter, ...page }, context) => ({
      ...pageOf(page, DEFAULT_PAGE_SIZE),
      total: await context.db.user.count({ where: matching(filter, context) }),
    }),
  }),
  person: t.prismaField({
    type: Person,
    description: 'A user of an organization in which the viewer is staff.',
    args: { id: t.arg.int({ required: true, description: "The user's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const person = await context.db.user.findFirst({ ...query, where: { AND: [{ id }, visiblePeople(context)] } });
      if (!person) throw notFound('Person');
      return person;
    },
  }),
}));
