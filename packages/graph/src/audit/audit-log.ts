import { builder } from '../builder.ts';
import { filteredBy, pagedList } from '../shared/paging.ts';
import { AuditEntry } from './audit-entry.ts';
import { AuditFilter, matchingLines } from './audit-filter.ts';

const list = pagedList(50, filteredBy(AuditFilter));

builder.queryFields((t) => ({
  auditLog: t.prismaField({
    type: [AuditEntry],
    description: 'Audit log of the organizations that the viewer administers, newest first, paginated.',
    args: list.args,
    resolve: async (query, _root, { filter, ...page }, context) => {
      const { take, skip } = list.slice(page);
      const rows = await context.db.$queryRaw<{ id: bigint }[]>`
        SELECT a.id FROM audit_entry a WHERE ${matchingLines(filter, context)} ORDER BY a.id DESC LIMIT ${take} OFFSET ${skip}`;
      const ids = rows.map(({ id }) => id);
      return context.db.auditEntry.findMany({ ...query, where: { id: { in: ids } }, orderBy: { id: 'desc' } });
    },
  }),
  auditLogMeta: t.field(
    list.meta(async ({ filter }, context) => {
      const [row] = await context.db.$queryRaw<{ total: number }[]>`
        SELECT count(*)::int AS total FROM audit_entry a WHERE ${matchingLines(filter, context)}`;
      return row?.total ?? 0;
    }),
  ),
}));
