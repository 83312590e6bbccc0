import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { staffedOrder } from '../orders/staffed-order.ts';
import { User } from '../people/user.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { Node } from '../shared/node.ts';
import { pagedList } from '../shared/paging.ts';
import { actorOf } from '../shared/principals.ts';
import { mayDelete, mayEdit, noteReaders, visibleNotes } from './note-access.ts';

const mentionsById = { orderBy: { userId: 'asc' } } as const;
const owner = { authorId: true, order: { select: { organizationId: true } } } as const;

export const OrderNote = builder.prismaObject('OrderNote', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The note's id." }),
    version: t.exposeInt('version'),
    text: t.exposeString('text', { description: 'Its words, as the author wrote them.' }),
    isPinned: t.exposeBoolean('isPinned'),
    isForCrew: t.exposeBoolean('isForCrew'),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    editedAt: t.expose('editedAt', { type: 'DateTime', nullable: true }),
    order: t.relation('order', { description: 'The order to which it belongs.' }),
    author: t.relation('author', { description: 'Who wrote it.' }),
    mentions: t.field({
      type: [User],
      description: 'The colleagues whom it mentions.',
      select: (_args, _context, nested) => ({ mentions: { ...mentionsById, select: { user: nested(true) } } }),
      resolve: ({ mentions }) => mentions.map(({ user }) => user),
    }),
    isUnread: t.boolean({
      description: 'Whether it mentions the viewer, who has not read it yet.',
      select: { mentions: { ...mentionsById, select: { userId: true, readAt: true } } },
      resolve: ({ mentions }, _args, context) =>
        mentions.some(({ userId, readAt }) => userId === actorOf(context).userId && readAt === null),
    }),
    mayEdit: t.boolean({
      description: 'Whether the viewer may change its words and who sees it: its author may.',
      select: owner,
      resolve: (note, _args, context) => mayEdit(context, note),
    }),
    mayDelete: t.boolean({
      description: 'Whether the viewer may delete it: its author and administrators may.',
      select: owner,
      resolve: (note, _args, context) => mayDelete(context, note),
    }),
  }),
});

const pinnedFirst: Prisma.OrderNoteOrderByWithRelationInput[] = [{ isPinned: 'desc' }, { id: 'desc' }];

const mentioning = pagedList(25, {});
const newestFirst = [{ id: 'desc' as const }];
const mentioningViewer = (context: Context): Prisma.OrderNoteWhereInput => ({
  AND: [{ mentions: { some: { userId: actorOf(context).userId } } }, visibleNotes(context)],
});

builder.queryFields((t) => ({
  orderNotes: t.prismaField({
    type: [OrderNote],
    description: 'The notes of staff on an order: pinned ones first, then newest first. For staff of its organization.',
    args: { orderId: t.arg.int({ required: true, description: "The order's id." }) },
    resolve: async (query, _root, { orderId }, context) => {
      await staffedOrder(context, orderId);
      return context.db.orderNote.findMany({ ...query, where: { orderId }, orderBy: pinnedFirst });
    },
  }),
  noteReaders: t.prismaField({
    type: ['User'],
    description: 'The colleagues whom a note on an order may mention, by name. For staff of its organization.',
    args: { orderId: t.arg.int({ required: true, description: "The order's id." }) },
    resolve: async (query, _root, { orderId }, context) => {
      const { organizationId } = await staffedOrder(context, orderId);
      return context.db.user.findMany({
        ...query,
        where: noteReaders(context, organizationId),
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      });
    },
  }),
  mentioningNotes: t.prismaField({
    type: [OrderNote],
    description: 'The notes that mention the viewer, newest first. Empty for viewers who are not staff.',
    args: mentioning.args,
    resolve: (query, _root, page, context) =>
      context.db.orderNote.findMany({
        ...query,
        ...mentioning.slice(page),
        where: mentioningViewer(context),
        orderBy: newestFirst,
      }),
  }),
  mentioningNotesConnection: t.field(
    rowConnection(
      'OrderNote',
      OrderNote,
      'The notes that mention the viewer, newest first, by cursors. Empty for viewers who are not staff.',
      {},
      { where: (_args, context) => mentioningViewer(context), orderBy: () => newestFirst },
    ),
  ),
  unreadMentions: t.int({
    description: 'How many notes mention the viewer, who has not read them yet.',
    resolve: (_root, _args, context) =>
      context.db.orderNoteMention.count({
        where: { userId: actorOf(context).userId, readAt: null, note: visibleNotes(context) },
      }),
  }),
}));
