import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { connection, type Source } from '../shared/connection.ts';
import { foundRows } from '../shared/found-rows.ts';
import type { Limit } from '../shared/keyset.ts';
import { filteredBy, pagedList } from '../shared/paging.ts';
import { AuditEntry } from './audit-entry.ts';
import { AuditFilter, type AuditFilterInput, matchingLines } from './audit-filter.ts';

const filtered = filteredBy(AuditFilter);
const list = pagedList(50, filtered);

const NEWEST_FIRST = [{ id: 'desc' }] as const;

async function countLines(filter: AuditFilterInput | null | undefined, context: Context): Promise<number> {
  const [row] = await context.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM audit_entry a WHERE ${matchingLines(filter, context)}`;
  return row?.total ?? 0;
}

/** The condition of the entries (`a`) beyond an entry, towards newer or older ones. */
function beyond(limit: Limit | undefined, direction: '<' | '>'): Prisma.Sql {
  if (!limit) return Prisma.sql`true`;
  const [id] = limit.place;
  return Prisma.sql`a.id ${Prisma.raw(limit.isIncluded ? `${direction}=` : direction)} ${id}::text::bigint`;
}

/** The entries, newest first. Their conditions are SQL, which finds the places; the entries are read like other rows. */
const lines = (filter: AuditFilterInput | null | undefined, context: Context): Source<typeof AuditEntry.$inferType> => {
  const matches = matchingLines(filter, context);
  return {
    ...(foundRows('AuditEntry', { where: {}, orderBy: NEWEST_FIRST }, context) as Source<never>),
    places: async ({ after, before }, { take, isReversed }) => {
      const rows = await context.db.$queryRaw<{ id: string }[]>`
        SELECT a.id::text AS id FROM audit_entry a WHERE ${matches} AND ${beyond(after, '<')} AND ${beyond(before, '>')}
        ORDER BY a.id ${Prisma.raw(isReversed ? 'ASC' : 'DESC')} LIMIT ${take}`;
      return rows.map(({ id }) => [id]);
    },
    count: () => countLines(filter, context),
  };
};

/** The range of the times of entries, whose partitions alone are read. A Date has no microseconds. */
const around = (times: readonly number[]) =>
  times.length === 0 ? {} : { gte: new Date(Math.min(...times)), lte: new Date(Math.max(...times) + 1) };

builder.queryFields((t) => ({
  auditLog: t.prismaField({
    type: [AuditEntry],
    description: 'Audit log of the organizations that the viewer administers, newest first, paginated.',
    args: list.args,
    resolve: async (query, _root, { filter, ...page }, context) => {
      const { take, skip } = list.slice(page);
      const rows = await context.db.$queryRaw<{ id: number; at: Date }[]>`
        SELECT a.id, a.at FROM audit_entry a WHERE ${matchingLines(filter, context)} ORDER BY a.id DESC LIMIT ${take} OFFSET ${skip}`;
      const where = { id: { in: rows.map(({ id }) => id) }, at: around(rows.map(({ at }) => at.getTime())) };
      return context.db.auditEntry.findMany({ ...query, where, orderBy: { id: 'desc' } });
    },
  }),
  auditLogMeta: t.field(list.meta(({ filter }, context) => countLines(filter, context))),
  auditLogConnection: t.field(
    connection(AuditEntry, {
      description: 'Audit log of the organizations that the viewer administers, newest first, by cursors.',
      args: filtered,
      order: () => NEWEST_FIRST,
      source: ({ filter }, context) => lines(filter, context),
    }),
  ),
}));
