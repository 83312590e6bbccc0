import { inTransaction, type Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, forbidden, invalid, notFound, UNKNOWN_ID } from '../errors.ts';
import { staffedOrder } from '../orders/staffed-order.ts';
import { audit } from '../shared/audit.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { type ExpectedVersion, expectedVersion, expectVersion } from '../shared/expected-version.ts';
import { actorOf } from '../shared/principals.ts';
import { refuseOtherRequest, requestHash } from '../shared/request-hash.ts';
import { lockRows } from '../shared/rows.ts';
import { announceCrewNote, announceNotes } from './announce-note.ts';
import { mayDelete, mayEdit, noteReaders, visibleNote } from './note-access.ts';
import { OrderNote } from './order-note.ts';

const MAX_NOTES = 200;
const MAX_TEXT = 4_000;
const MAX_MENTIONS = 20;
const MAX_KEY = 100;

const OrderNoteInput = builder.inputType('OrderNoteInput', {
  description: 'The content of a note. A member that is left out keeps its value.',
  fields: (t) => ({
    text: t.string({ description: `Its words, 1 to ${MAX_TEXT} characters.`, extensions: atMost(MAX_TEXT) }),
    mentionIds: t.intList({ description: `Ids of the colleagues whom it mentions, at most ${MAX_MENTIONS}.` }),
    isPinned: t.boolean({ description: 'Whether it stays above the other notes; all staff may change it.' }),
    isForCrew: t.boolean({ description: 'Whether the driver and the guide of the order see it as well.' }),
  }),
});

type Input = typeof OrderNoteInput.$inferInput;

/**
 * @param mentions of the note so far: they stay valid, also of somebody who has left since
 * @throws a validation error with every violation
 */
async function checked(
  context: Context,
  organizationId: number,
  { text, mentionIds, isPinned, isForCrew }: Input,
  mentions: readonly { userId: number }[] = [],
) {
  const fieldErrors = new FieldErrors();
  const words = text?.trim();
  if (words === '' || text === null) fieldErrors.add(['text'], 'is required.');
  const mentioned = mentionIds && [...new Set(mentionIds)];
  if (mentioned && mentioned.length > MAX_MENTIONS)
    fieldErrors.add(['mentionIds'], `must hold at most ${MAX_MENTIONS} colleagues.`);
  else if (mentioned && mentioned.length > 0) {
    const where = { AND: [{ id: { in: mentioned } }, noteReaders(context, organizationId)] };
    const readers = await context.db.user.findMany({ where, select: { id: true } });
    const known = new Set([...readers.map(({ id }) => id), ...mentions.map(({ userId }) => userId)]);
    for (const [index, id] of (mentionIds ?? []).entries())
      if (!known.has(id)) fieldErrors.add(['mentionIds', index], UNKNOWN_ID);
  }
  fieldErrors.throwIfAny();
  const columns = {
    ...(words === undefined ? {} : { text: words }),
    ...(typeof isPinned === 'boolean' ? { isPinned } : {}),
    ...(typeof isForCrew === 'boolean' ? { isForCrew } : {}),
  };
  return { columns, mentioned: mentioned ?? undefined };
}

type Checked = Awaited<ReturnType<typeof checked>>;

/** What the audit log keeps: not the words, which are in the note alone and are gone when it is deleted. */
const recorded = ({ columns: { text, ...flags }, mentioned }: Checked): Prisma.InputJsonObject => ({
  ...(text === undefined ? {} : { characters: text.length }),
  ...flags,
  ...(mentioned ? { mentions: mentioned } : {}),
});

type Subject = { id: number; orderId: number; organizationId: number };

async function noted(tx: Tx, context: Context, subject: Subject, action: string, more: Prisma.InputJsonObject) {
  const { id, orderId, organizationId } = subject;
  const line = { action: `order-note.${action}`, entity: 'order-note', entityId: id, organizationId };
  await audit(tx, context, [{ ...line, after: { orderId, ...more } }]);
  await announceNotes(tx, orderId);
}

/** Mentions colleagues anew. Whoever was mentioned before and read it has read it. */
async function mention(tx: Tx, context: Context, noteId: number, userIds: readonly number[]): Promise<void> {
  await tx.orderNoteMention.deleteMany({ where: { noteId, userId: { notIn: [...userIds] } } });
  const { userId: own } = actorOf(context);
  const data = userIds.map((userId) => ({ noteId, userId, readAt: userId === own ? context.now : null }));
  await tx.orderNoteMention.createMany({ data, skipDuplicates: true });
}

/** @returns the id of the new note, or of the note that an earlier request with the same key added */
async function add(context: Context, orderId: number, input: Input, key: string | null): Promise<number> {
  const { organizationId } = await staffedOrder(context, orderId);
  const content = await checked(context, organizationId, input);
  const { text } = content.columns;
  if (text === undefined) throw invalid([{ path: ['text'], message: 'is required.' }]);
  const authorId = actorOf(context).userId;
  const hash = requestHash(orderId, input);
  return inTransaction(context.db, async (tx) => {
    // Serializes the notes of one author, so that a repeated request finds the note of the first one.
    await lockRows(tx, 'User', { id: authorId });
    const former = key === null ? null : await tx.orderNote.findFirst({ where: { authorId, key } });
    if (former) {
      refuseOtherRequest(former.requestHash, hash);
      return former.id;
    }
    if ((await tx.orderNote.count({ where: { orderId } })) >= MAX_NOTES)
      throw conflict(`An order has at most ${MAX_NOTES} notes: delete old ones first.`);
    const data = {
      orderId,
      authorId,
      key,
      requestHash: key === null ? null : hash,
      createdAt: context.now,
      ...content.columns,
      text,
    };
    const { id } = await tx.orderNote.create({ data, select: { id: true } });
    await mention(tx, context, id, content.mentioned ?? []);
    await noted(tx, context, { id, orderId, organizationId }, 'add', recorded(content));
    if (content.columns.isForCrew) await announceCrewNote(tx, orderId);
    return id;
  });
}

async function change(context: Context, id: number, input: Input, expected: ExpectedVersion): Promise<void> {
  const note = await visibleNote(context, id);
  const { isPinned: _, ...words } = input;
  if (Object.values(words).some((value) => value !== undefined) && !mayEdit(context, note))
    throw forbidden('You may not change a note of somebody else.');
  const { organizationId } = note.order;
  const content = await checked(context, organizationId, input, note.mentions);
  const isEdited = content.columns.text !== undefined && content.columns.text !== note.text;
  await inTransaction(context.db, async (tx) => {
    await expectVersion(tx, 'OrderNote', id, expected);
    const data = { ...content.columns, ...(isEdited ? { editedAt: context.now } : {}) };
    // A concurrent deletion takes precedence.
    if ((await tx.orderNote.updateMany({ where: { id }, data })).count === 0) throw notFound('Note');
    if (content.mentioned) await mention(tx, context, id, content.mentioned);
    await noted(tx, context, { id, orderId: note.orderId, organizationId }, 'update', recorded(content));
    if (note.isForCrew || content.columns.isForCrew) await announceCrewNote(tx, note.orderId);
  });
}

async function remove(context: Context, id: number, expected: ExpectedVersion): Promise<number> {
  const note = await visibleNote(context, id);
  if (!mayDelete(context, note)) throw forbidden('You may not delete a note of somebody else.');
  const { organizationId } = note.order;
  await inTransaction(context.db, async (tx) => {
    await expectVersion(tx, 'OrderNote', id, expected);
    if ((await tx.orderNote.deleteMany({ where: { id } })).count === 0) throw notFound('Note');
    const { text, authorId } = note;
    await noted(tx, context, { id, orderId: note.orderId, organizationId }, 'delete', {
      authorId,
      characters: text.length,
    });
    if (note.isForCrew) await announceCrewNote(tx, note.orderId);
  });
  return id;
}

/** @returns how many notes became read */
async function read(context: Context, orderId: number): Promise<number> {
  await staffedOrder(context, orderId);
  return inTransaction(context.db, async (tx) => {
    const where = { userId: actorOf(context).userId, readAt: null, note: { orderId } };
    const { count } = await tx.orderNoteMention.updateMany({ where, data: { readAt: context.now } });
    if (count > 0) await announceNotes(tx, orderId);
    return count;
  });
}

builder.mutationFields((t) => ({
  addOrderNote: t.prismaField({
    type: OrderNote,
    description: `Adds a note to an order; the order does not change. For staff of its organization; at most ${MAX_NOTES} per order.`,
    args: {
      orderId: t.arg.int({ required: true, description: "The order's id." }),
      input: t.arg({ type: OrderNoteInput, required: true, description: 'The note; its text is required.' }),
      key: t.arg.string({
        description:
          'A key that the client makes, such as a UUID: a request that repeats it answers with the same note, and another note is refused.',
        extensions: atMost(MAX_KEY),
      }),
    },
    resolve: async (query, _root, { orderId, input, key }, context) => {
      const id = await add(context, orderId, input, key || null);
      return context.db.orderNote.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  changeOrderNote: t.prismaField({
    type: OrderNote,
    description: 'Changes a note. Its author changes all members, other staff of the organization pin it.',
    args: {
      id: t.arg.int({ required: true, description: "The note's id." }),
      input: t.arg({ type: OrderNoteInput, required: true, description: 'The members to change.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (query, _root, { id, input, ...expected }, context) => {
      await change(context, id, input, expected.expectedVersion);
      return context.db.orderNote.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteOrderNote: t.int({
    description: 'Deletes a note and returns its id. For its author and administrators.',
    args: {
      id: t.arg.int({ required: true, description: "The note's id." }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: (_root, { id, ...expected }, context) => remove(context, id, expected.expectedVersion),
  }),
  readOrderNotes: t.int({
    description: 'Marks the notes on an order that mention the viewer as read, and returns how many were unread.',
    args: { orderId: t.arg.int({ required: true, description: "The order's id." }) },
    resolve: (_root, { orderId }, context) => read(context, orderId),
  }),
}));
