import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { peopleWho } from '../people/user.ts';
import { actorOf, holds, staffOrganizationIds } from '../shared/principals.ts';

/** The notes that the actor sees: those on orders that the actor sees as staff of their organization. */
export const visibleNotes = (context: Context): Prisma.OrderNoteWhereInput => ({
  order: { AND: [{ organizationId: { in: staffOrganizationIds(context) } }, visibleOrders(context)] },
});

/** Staff of an organization, who read its notes and can therefore be mentioned. */
export const noteReaders = (context: Context, organizationId: number): Prisma.UserWhereInput => ({
  OR: [peopleWho('console', [organizationId], context), peopleWho('administer', [organizationId], context)],
});

type Owned = { authorId: number; order: { organizationId: number } };

/** Only the author of a note changes its words. */
export const mayEdit = (context: Context, { authorId }: Owned): boolean => authorId === actorOf(context).userId;

/** The author deletes a note, and so may administrators of the organization. */
export const mayDelete = (context: Context, note: Owned): boolean =>
  mayEdit(context, note) || holds(context, 'administer', note.order.organizationId);

/** A note that the actor sees, with its mentions. @throws not found */
export async function visibleNote(context: Context, id: number) {
  const note = await context.db.orderNote.findFirst({
    where: { AND: [{ id }, visibleNotes(context)] },
    include: { order: { select: { organizationId: true } }, mentions: { select: { userId: true } } },
  });
  if (!note) throw notFound('Note');
  return note;
}
