import { inTransaction, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, forbidden, invalid, notFound } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { expectedVersion, expectVersion } from '../shared/expected-version.ts';
import { actorOf, staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { checkShown } from '../shared/values.ts';
import { mayChange, SavedView } from './saved-view.ts';
import { visibleViews } from './visible-views.ts';

const MAX_VIEWS = 100;
const MAX_NAME = 80;
const MAX_QUERY = 4_000;

const SavedViewInput = builder.inputType('SavedViewInput', {
  description: 'The content of a saved view. A member that is left out keeps its value.',
  fields: (t) => ({
    name: t.string({ description: "Its name, 1 to 80 characters; unique among the owner's views of the page." }),
    query: t.string({ description: "The page's query string without the question mark, at most 4,000 characters." }),
    isShared: t.boolean({ description: 'True: all staff of the organization see it.' }),
  }),
});

type Columns = { name?: string; query?: string; isShared?: boolean };
type View = { id: number; organizationId: number; ownerId: number; page: string };

/** @throws a validation error that lists every invalid member */
function checked({ name, query, isShared }: typeof SavedViewInput.$inferInput): Columns {
  const fieldErrors = new FieldErrors();
  const trimmed = name?.trim();
  if (trimmed !== undefined) checkShown(trimmed, MAX_NAME, ['input', 'name'], fieldErrors);
  if (query && query.length > MAX_QUERY)
    fieldErrors.add(['input', 'query'], `must have at most ${MAX_QUERY} characters.`);
  fieldErrors.throwIfAny();
  return {
    ...(trimmed === undefined ? {} : { name: trimmed }),
    ...(typeof query === 'string' ? { query: query.replace(/^\?/, '') } : {}),
    ...(typeof isShared === 'boolean' ? { isShared } : {}),
  };
}

/** The organization of a new view. @throws unless the actor is staff there */
function organizationFor(context: Context, requested: number | null | undefined): number {
  const staffed = staffOrganizationIds(context);
  const organizationId = requested ?? staffed[0];
  if (organizationId === undefined || !staffed.includes(organizationId)) throw forbidden('You may not save views.');
  return organizationId;
}

/** @throws a validation error where the owner has another view of the name; the owner's row must be locked */
async function checkName(tx: Tx, { id, organizationId, ownerId, page }: View, name: string): Promise<void> {
  const others = await tx.savedView.findMany({
    where: { organizationId, ownerId, page, id: { not: id } },
    select: { name: true },
  });
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw invalid([{ path: ['input', 'name'], message: 'is already the name of another view.' }]);
}

/** Serializes writes of one owner, so that names stay unique and the number of views stays below the maximum. */
const lockOwner = (tx: Tx, id: number) => lockRows(tx, 'User', { id });

/** @throws not found where the actor does not see the view; forbidden where another user owns it */
async function changeableView(context: Context, id: number) {
  const view = await context.db.savedView.findFirst({ where: { AND: [{ id }, visibleViews(context)] } });
  if (!view) throw notFound('Saved view');
  if (!mayChange(context, view)) throw forbidden('You may not change a view of another user.');
  return view;
}

const noted = (tx: Tx, context: Context, { id, organizationId }: View, action: string, more: object) =>
  audit(tx, context, [{ action: `saved-view.${action}`, entity: 'saved-view', entityId: id, organizationId, ...more }]);

const viewId = { required: true, description: "The view's id." } as const;

builder.mutationFields((t) => ({
  createSavedView: t.prismaField({
    type: SavedView,
    description: `Saves a view for the viewer, or for all staff of the organization. For staff; at most ${MAX_VIEWS} per user.`,
    args: {
      page: t.arg.string({ required: true, description: 'The page of the console, such as `orders`.' }),
      organizationId: t.arg.int({
        description: 'The organization; by default the first in which the viewer is staff.',
      }),
      input: t.arg({ type: SavedViewInput, required: true, description: 'The view; its name is required.' }),
    },
    resolve: async (query, _root, { page, input, ...args }, context) => {
      const organizationId = organizationFor(context, args.organizationId);
      const { name, query: text = '', isShared = false } = checked(input);
      if (name === undefined) throw invalid([{ path: ['input', 'name'], message: 'is required.' }]);
      if (!/^[a-z][a-z-]{0,39}$/.test(page))
        throw invalid([{ path: ['page'], message: 'is not a page of the console.' }]);
      const view = { organizationId, ownerId: actorOf(context).userId, page };
      return inTransaction(context.db, async (tx) => {
        await lockOwner(tx, view.ownerId);
        await checkName(tx, { ...view, id: 0 }, name);
        if ((await tx.savedView.count({ where: { ownerId: view.ownerId } })) >= MAX_VIEWS)
          throw conflict(`You have ${MAX_VIEWS} saved views: delete one first.`);
        const columns = { name, query: text, isShared };
        const moment = { createdAt: context.now, updatedAt: context.now };
        const { id } = await tx.savedView.create({ data: { ...view, ...columns, ...moment }, select: { id: true } });
        await noted(tx, context, { ...view, id }, 'create', { after: { page, ...columns } });
        return tx.savedView.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
  updateSavedView: t.prismaField({
    type: SavedView,
    description: 'Renames a view, replaces its query, shares it or stops sharing it. For its owner and administrators.',
    args: {
      id: t.arg.int(viewId),
      input: t.arg({ type: SavedViewInput, required: true, description: 'The members to change.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (query, _root, { id, input, ...expected }, context) => {
      const columns = checked(input);
      const view = await changeableView(context, id);
      return inTransaction(context.db, async (tx) => {
        await lockOwner(tx, view.ownerId);
        await expectVersion(tx, 'SavedView', id, expected.expectedVersion);
        if (columns.name !== undefined) await checkName(tx, view, columns.name);
        // A concurrent deletion takes precedence.
        const { count } = await tx.savedView.updateMany({
          where: { id },
          data: { ...columns, updatedAt: context.now },
        });
        if (count === 0) throw notFound('Saved view');
        const before = Object.fromEntries(
          Object.keys(columns).map((column) => [column, view[column as keyof Columns]]),
        );
        await noted(tx, context, view, 'update', { before, after: columns });
        return tx.savedView.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
  deleteSavedView: t.int({
    description: 'Deletes a view and returns its id. For its owner and administrators.',
    args: { id: t.arg.int(viewId), expectedVersion: t.arg.int(expectedVersion) },
    resolve: async (_root, { id, ...expected }, context) => {
      const view = await changeableView(context, id);
      return inTransaction(context.db, async (tx) => {
        await expectVersion(tx, 'SavedView', id, expected.expectedVersion);
        const { count } = await tx.savedView.deleteMany({ where: { id } });
        if (count === 0) throw notFound('Saved view');
        const { name, page, query, isShared } = view;
        await noted(tx, context, view, 'delete', { before: { name, page, query, isShared } });
        return id;
      });
    },
  }),
}));
