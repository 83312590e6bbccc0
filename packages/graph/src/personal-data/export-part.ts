import { type ArchiveReader, archiveReader } from '@channel/prisma';
import type { Context } from '../context.ts';
import { audit } from '../shared/audit.ts';
import { exportedLists } from './exported-lists.ts';
import { archivePage, listPages, orderHead } from './exported-order.ts';
import type { Chosen } from './personal-data-access.ts';

/** The format of the document, which is raised when a member changes its name or meaning. */
export const FORMAT = 'channel-booking.personal-data/1';

/** Which entries of the audit log a document has. */
export type Archive = 'included' | 'none' | 'omitted';

/** Where a part begins: in which list of which order, by their indexes, and after which row of it; null: at its start. */
export type Place = { order: number; list: number; after: readonly string[] | null };

/** The list before the first one: the members of the order that are none. */
const HEAD = -1;

type Part = { from: Place; archive: Archive; bytes: number };
type Exported = { text: string; next: Place | null };

export const BEGINNING: Place = { order: 0, list: HEAD, after: null };

/**
 * A part of the document about guests, as text: the parts one after another are the document. Nothing is left out of it;
 * a part ends after so many bytes, at a place at which the next one begins. The audit log records the orders of each part.
 *
 * @returns the text, and where the next part begins; null after the last one
 */
export async function exportPart(context: Context, chosen: Chosen, part: Part): Promise<Exported> {
  const { databaseMaintenanceUrl: maintenance } = context.settings;
  if (part.archive !== 'included') return readPart(context, chosen, part);
  if (maintenance === null) throw new Error('there is no connection for maintenance');
  const reader = archiveReader(maintenance, context.requestId);
  try {
    return await readPart(context, chosen, part, reader);
  } finally {
    await reader.end();
  }
}

async function readPart(
  context: Context,
  chosen: Chosen,
  { from, archive, bytes }: Part,
  reader?: ArchiveReader,
): Promise<Exported> {
  const { orderIds, passengerIds } = chosen;
  const begun = from === BEGINNING ? await documentHead(context, chosen, archive) : '';
  const parts = [begun];
  let left = bytes;
  const add = (text: string) => {
    parts.push(text);
    left -= Buffer.byteLength(text);
  };
  const tickets = `${context.settings.apiUrl}/tickets/`;
  for (let { order, list, after } = from; ; [order, list, after] = [order + 1, HEAD, null]) {
    const orderId = orderIds[order];
    if (orderId === undefined) return { text: `${parts.join('')}]}`, next: null };
    if (left <= 0) return { text: parts.join(''), next: { order, list, after } };
    await record(context, chosen, orderId);
    const lists = exportedLists({ orderId, passengerIds, tickets });
    if (list === HEAD) {
      add(`${order === 0 ? '' : ','}${await orderHead(context, orderId)}`);
      list = 0;
    }
    while (list < lists.length) {
      if (left <= 0) return { text: parts.join(''), next: { order, list, after } };
      const pages = await listPages(context, lists, { from: list, after, bytes: left });
      const last = pages.at(-1);
      const end = last?.isCut ? last.list : lists.length;
      for (let index = list; index <= Math.min(end, lists.length - 1); index += 1) {
        const entries = pages.find((page) => page.list === index)?.entries ?? [];
        add(opened(lists[index]?.name ?? '', index === list ? after : null, entries));
        if (index !== end) add(']');
      }
      [list, after] = last?.isCut ? [last.list, last.last] : [lists.length, null];
    }
    // Archived entries are the last list, of those that may name any guest.
    if (passengerIds.length === 0 && !reader)
      add(archive === 'none' ? ',"archived_audit":[]' : ',"archived_audit":null');
    else if (passengerIds.length === 0 && reader) {
      for (let isCut = true; isCut; ) {
        if (left <= 0) return { text: parts.join(''), next: { order, list, after } };
        const page = await archivePage(reader, orderId, after);
        add(opened('archived_audit', after, page.entries));
        ({ isCut, last: after } = page);
      }
      add(']');
    }
    add('}');
  }
}

/** The text of rows of a list: of its first ones, or of those that follow others. */
function opened(name: string, after: readonly string[] | null, entries: readonly string[]): string {
  const text = entries.join(',');
  if (after === null) return `,"${name}":[${text}`;
  return entries.length === 0 ? '' : `,${text}`;
}

async function documentHead(
  { db, now }: Context,
  { organizationId: id, passengerIds }: Chosen,
  archive: Archive,
): Promise<string> {
  const { name } = await db.organization.findUniqueOrThrow({ where: { id }, select: { name: true } });
  const head = {
    format: FORMAT,
    exported_at: now.toISOString(),
    organization: { id, name },
    ...(archive === 'omitted' && passengerIds.length === 0 ? { left_out: [ARCHIVE_LEFT_OUT] } : {}),
  };
  return `${JSON.stringify(head).slice(0, -1)},"orders":[`;
}

const ARCHIVE_LEFT_OUT =
  'archived_audit: entries of archived months of the audit log, which this program may not read. "npm run personal-data -- export" with DATABASE_MAINTENANCE_URL has them.';

/** Before it is read: nobody gets data of an order without a record of it. */
const record = (context: Context, { organizationId }: Chosen, entityId: number): Promise<void> =>
  audit(context.db, context, [{ action: 'personal-data.export', entity: 'order', organizationId, entityId }]);
