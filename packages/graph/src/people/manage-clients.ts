import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, forbidden, notFound } from '../errors.ts';
import {
  administered,
  administeredOrganization,
  changesOf,
  checkIds,
  edited,
  inEdit,
  lastValues,
  record,
} from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { adminOrganizationIds, holds, staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { id, listOf } from '../shared/values.ts';
import { Client } from './client.ts';
import { peopleOf } from './people-access.ts';
import { clientValues } from './people-values.ts';
import { User } from './user.ts';

const MAX_MEMBERS = 500;

const StaffClient = builder.prismaObject('Client', {
  variant: 'StaffClient',
  description: 'A client in the view of the staff of its organization.',
  fields: (t) => ({
    client: t.variant(Client, { description: 'The client itself.' }),
    version: t.exposeInt('version'),
    organization: t.relation('organization', { description: 'The organization that sells to it.' }),
    members: t.field({
      type: [User],
      description: 'The users who belong to it and see its orders, by id.',
      select: (_args, _context, nested) => ({
        members: { orderBy: { userId: 'asc' }, select: { user: nested(true) } },
      }),
      resolve: ({ members }) => members.map(({ user }) => user),
    }),
  }),
});

const ClientInput = builder.inputType('ClientInput', {
  description: 'The members of a client. A member that is left out keeps its value.',
  fields: (t) => ({
    name: t.string({ description: 'Its name, unique in its organization.' }),
    description: t.string({ description: 'A description; null: none.' }),
    memberIds: t.intList({
      description: `All users who belong to it and see its orders, at most ${MAX_MEMBERS}. New ones must be people of organizations that the viewer administers; this needs the right to see all orders.`,
    }),
  }),
});

type Input = typeof ClientInput.$inferInput;

const form = z.object({ ...clientValues, memberIds: listOf(id, MAX_MEMBERS).default([]) });

type Former = { id: number; organizationId: number; name: string; description: string | null; memberIds: number[] };

/**
 * The members that an edit adds and removes, or a deletion.
 *
 * @param at the path of the refusal that somebody would belong nowhere
 * @throws where the actor may not, or somebody would belong nowhere
 */
async function checkedMembers(
  tx: Tx,
  context: Context,
  client: Pick<Former, 'id' | 'organizationId' | 'memberIds'>,
  wanted: number[],
  at: readonly string[] = ['input', 'memberIds'],
) {
  const { id: clientId, organizationId, memberIds: former } = client;
  const added = wanted.filter((id) => !former.includes(id));
  const removed = former.filter((id) => !wanted.includes(id));
  if (added.length > 0 && !holds(context, 'allOrders', organizationId))
    throw forbidden('You may not show the orders of a client to others: you do not see all orders yourself.');
  const fieldErrors = new FieldErrors();
  const people = { AND: [{ id: { in: added } }, peopleOf(adminOrganizationIds(context))] };
  const known = [...former.map((id) => ({ id })), ...(await tx.user.findMany({ where: people, select: { id: true } }))];
  checkIds(wanted, known, 'memberIds', fieldErrors);
  const homeless = await tx.user.count({
    where: { id: { in: removed }, roles: { none: {} }, clients: { none: { clientId: { not: clientId } } } },
  });
  if (homeless > 0) fieldErrors.add([...at], 'must leave each person a role or a client. Disable the account instead.');
  fieldErrors.throwIfAny();
  return { added, removed };
}

async function save(
  tx: Tx,
  context: Context,
  organizationId: number,
  former: Former | null,
  input: Input,
): Promise<number> {
  const edit = edited(form, former, input);
  const { memberIds, ...columns } = {
    ...edit.next,
    memberIds: [...new Set(edit.next.memberIds)].sort((one, other) => one - other),
  };
  const change = changesOf({ former: edit.former, next: { ...columns, memberIds } });
  const { added, removed } = await checkedMembers(
    tx,
    context,
    former ?? { id: 0, organizationId, memberIds: [] },
    memberIds,
  );
  if (former && !change) return former.id;
  const { id } = former
    ? await tx.client.update({ where: { id: former.id }, data: columns, select: { id: true } })
    : await tx.client.create({ data: { ...columns, organizationId }, select: { id: true } });
  await tx.clientMember.deleteMany({ where: { clientId: id, userId: { in: removed } } });
  await tx.clientMember.createMany({ data: added.map((userId) => ({ clientId: id, userId })) });
  if (change)
    await record(tx, context, { entity: 'client', entityId: id, organizationId }, former ? 'update' : 'create', change);
  return id;
}

/** A client of an organization that the actor administers, locked. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing): Promise<Former> {
  await lockRows(tx, 'Client', { id, organizationId: { in: staffOrganizationIds(context) } });
  const row = await tx.client.findUnique({
    where: { id },
    select: { id: true, organizationId: true, name: true, description: true, members: { orderBy: { userId: 'asc' } } },
  });
  const { members, ...client } = administered(context, row, notFound('Client'));
  await expectVersion(tx, 'Client', id, expectedVersion);
  return { ...client, memberIds: members.map(({ userId }) => userId) };
}

const existingClient = existing('client');

builder.queryField('staffClient', (t) =>
  t.prismaField({
    type: StaffClient,
    description: 'A client of an organization in which the viewer is staff.',
    args: { id: t.arg.int({ required: true, description: "The client's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { id, organizationId: { in: staffOrganizationIds(context) } };
      const client = await context.db.client.findFirst({ ...query, where });
      if (!client) throw notFound('Client');
      return client;
    },
  }),
);

builder.mutationFields((t) => ({
  createClient: t.prismaField({
    type: StaffClient,
    description: 'Creates a client of an organization. For its administrators.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization that sells to it.' }),
      input: t.arg({ type: ClientInput, required: true, description: 'The client; its name is required.' }),
    },
    resolve: async (query, _root, { organizationId, input }, context) => {
      administeredOrganization(context, organizationId);
      const id = await inEdit(context, (tx) => save(tx, context, organizationId, null, input));
      return context.db.client.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateClient: t.prismaField({
    type: StaffClient,
    description: 'Changes a client. For administrators of its organization.',
    args: {
      ...existingClient,
      input: t.arg({ type: ClientInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const former = await managed(tx, context, { id, expectedVersion });
        await save(tx, context, former.organizationId, former, input);
      });
      return context.db.client.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteClient: t.boolean({
    description: 'Deletes a client to which no orders and no roles refer. For administrators of its organization.',
    args: existingClient,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const client = await managed(tx, context, { id, expectedVersion });
        const { id: _, organizationId, ...former } = client;
        await checkedMembers(tx, context, client, [], ['id']);
        await tx.client.delete({ where: { id }, select: { id: true } });
        await record(tx, context, { entity: 'client', entityId: id, organizationId }, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
