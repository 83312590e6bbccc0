import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { filteredBy, pagedList } from '../shared/paging.ts';
import { adminOrganizationIds, staffOrganizationIds } from '../shared/principals.ts';
import { likeText, nameMatches, searchText } from '../shared/text.ts';
import { peopleOf, visiblePeople, visibleRoles, withRoleIn } from './people-access.ts';
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
    organizationIds: t.intList({ description: 'Has a role in any of these organizations.' }),
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
  // Filters by other organizations, their roles and clients would reveal their members.
  const staffed = staffOrganizationIds(context);
  const ofStaff = { organizationId: { in: staffed } };
  const organizationIds = filter?.organizationIds;
  return {
    AND: [
      visiblePeople(context),
      ...(search ? [searched(search, administered)] : []),
      ...(filter?.roleIds
        ? [{ roles: { some: { role: { AND: [{ id: { in: filter.roleIds } }, visibleRoles(context)] } } } }]
        : []),
      ...(filter?.clientIds ? [{ clients: { some: { client: { id: { in: filter.clientIds }, ...ofStaff } } } }] : []),
      ...(organizationIds ? [withRoleIn(staffed.filter((id) => organizationIds.includes(id)))] : []),
      ...(filter?.state ? [administered, inState[filter.state]] : []),
    ],
  };
}

const filtered = filteredBy(PeopleFilter);
const list = pagedList(25, filtered);
const byName = [{ name: 'asc' as const }, { id: 'asc' as const }];

builder.queryFields((t) => ({
  people: t.prismaField({
    type: [Person],
    description: 'The people of the organizations in which the viewer is staff, by name, paginated.',
    args: list.args,
    resolve: (query, _root, { filter, ...page }, context) =>
      context.db.user.findMany({
        ...query,
        where: matching(filter, context),
        orderBy: byName,
        ...list.slice(page),
      }),
  }),
  peopleConnection: t.field(
    rowConnection(
      'User',
      Person,
      'The people of the organizations in which the viewer is staff, by name, by cursors.',
      filtered,
      { where: ({ filter }, context) => matching(filter, context), orderBy: () => byName },
    ),
  ),
  peopleMeta: t.field(list.meta(({ filter }, context) => context.db.user.count({ where: matching(filter, context) }))),
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
