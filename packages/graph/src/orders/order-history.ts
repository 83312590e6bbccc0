import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import type { Channel } from '../context.ts';
import { addDays } from '../shared/calendar.ts';
import { type FieldChange, fieldsOf, labelled } from './field-changes.ts';

export type Recorded = { id: number; createdAt: Date; pickupId: number; dropoffId: number };

const entryOf = { actor: true } as const satisfies Prisma.AuditEntryInclude;
type Line = Prisma.AuditEntryGetPayload<{ include: typeof entryOf }>;

/** A recorded change of an order, with its field changes. */
export type HistoryEntry = Pick<Line, 'at' | 'action' | 'actor' | 'requestId' | 'version' | 'batchId'> & {
  id: string;
  channel: Channel | null;
  changes: FieldChange[];
};

/**
 * A condition for the audit log entries of an order. None is older than the order, but for a difference of clocks: the
 * partitions of earlier months are not read.
 */
export const recordedOf = ({ id, createdAt }: Recorded): Prisma.AuditEntryWhereInput => ({
  entity: 'order',
  entityId: id,
  at: { gte: addDays(createdAt, -1) },
});

/** The audit log entries of an order, with their field changes. */
export async function historyOf(
  db: PrismaClient | Tx,
  order: Recorded,
  query: { where?: Prisma.AuditEntryWhereInput; orderBy: { id: 'asc' | 'desc' }; skip?: number; take?: number },
): Promise<HistoryEntry[]> {
  const where = { AND: [recordedOf(order), query.where ?? {}] };
  const lines = await db.auditEntry.findMany({ ...query, where, include: entryOf });
  const tickets = await ticketsOf(db, order, lines);
  const raw = lines.map((line) => [...fieldsOf(line, order), ...tickets(line)]);
  const changes = await labelled(db, raw.flat());
  let next = 0;
  return lines.map(({ id, at, action, actor, requestId, version, batchId, channel }, index) => {
    const first = next;
    next += raw[index]?.length ?? 0;
    const known = { id: String(id), at, action, actor, requestId, version, batchId, channel };
    return { ...known, changes: changes.slice(first, next) };
  });
}

/** The tickets of the entries that booked the order: a booking issues tickets with the same timestamp as its entry. */
async function ticketsOf(db: PrismaClient | Tx, { id: orderId }: Recorded, lines: Line[]) {
  const booking = lines.filter(({ after }) => (after as { status?: string } | null)?.status === 'Booked');
  const rows =
    booking.length === 0
      ? []
      : await db.ticket.findMany({
          where: { orderId, createdAt: { in: booking.map(({ at }) => at) } },
          orderBy: { id: 'asc' },
        });
  return (line: Line) => {
    const issued = rows.filter(({ createdAt }) => booking.includes(line) && createdAt.getTime() === line.at.getTime());
    const to = issued.map(({ filename }) => filename).join(', ');
    return issued.length === 0 ? [] : [{ path: ['tickets'], from: null, to }];
  };
}
