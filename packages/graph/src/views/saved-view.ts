import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Node } from '../shared/node.ts';
import { actorOf, holds } from '../shared/principals.ts';
import { visibleViews } from './visible-views.ts';

/** Whether the actor may change a view that the actor sees: its owner and administrators of the organization may. */
export const mayChange = (context: Context, view: { ownerId: number; organizationId: number }): boolean =>
  view.ownerId === actorOf(context).userId || holds(context, 'administer', view.organizationId);

export const SavedView = builder.prismaObject('SavedView', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The view's id." }),
    organizationId: t.exposeInt('organizationId', {
      description: 'The organization whose orders (or other resources) it lists.',
    }),
    version: t.exposeInt('version'),
    page: t.exposeString('page'),
    name: t.exposeString('name'),
    query: t.exposeString('query'),
    isShared: t.exposeBoolean('isShared'),
    owner: t.relation('owner', { description: 'The user who made it.' }),
    isOwn: t.boolean({
      description: 'Whether the viewer made it.',
      resolve: (view, _args, context) => view.ownerId === actorOf(context).userId,
    }),
    mayChange: t.boolean({
      description: 'Whether the viewer may change and delete it: its owner and administrators may.',
      resolve: (view, _args, context) => mayChange(context, view),
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.queryField('savedViews', (t) =>
  t.prismaField({
    type: [SavedView],
    description: "For staff: the viewer's own views and shared views, by name. Empty for other users.",
    args: { page: t.arg.string({ description: 'Only views of this page, such as `orders`.' }) },
    resolve: (query, _root, { page }, context) =>
      context.db.savedView.findMany({
        ...query,
        where: { AND: [visibleViews(context), page ? { page } : {}] },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
);
