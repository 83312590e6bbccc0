import { builder } from '../builder.ts';
import { PageMeta, pageOf, slice } from '../shared/paging.ts';
import { AuditEntry } from './audit-entry.ts';
import { AuditFilter, matchingLines } from './audit-filter.ts';

const DEFAULT_PAGE_SIZE = 50;
const listArgs = builder.args((t) => ({
  filter: t.field({ type: AuditFilter, description: 'Narrows the list.' }),
  page: t.int({ defaultValue: 1, description: 'Page number, from 1.' }),
  perPage: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: 'Entries per page.' }),
}));

builder.queryFields((t) => ({
  auditLog: t.prismaField({
    type: [AuditEntry],
    description: 'Audit log of the organizations that the viewer administers, newest first, paginated.',
    args: listArgs,
    resolve: async (query, _root, { filter, ...page }, context) => {
      const { take, skip } = slice(pageOf(page, DEFAULT_PAGE_SIZE));
      const rows = await context.db.$queryRaw<{ id: bigint }[]>`
        SELECT a.id FROM audit_entry a WHERE ${matchingLines(filter, context)} ORDER BY a.id DESC LIMIT ${take} OFFSET ${skip}`;
      const ids = rows.map(({ id }) => id);
      return context.db.auditEntry.findMany({ ...query, where: { id: { in: ids } }, orderBy: { id: 'desc' } });
    },
  }),
  auditLogMeta: t.field({
    type: PageMeta,
    description: 'Position of the page in the whole list.',
    args: listArgs,
    resolve: async (_root, { filter, ...page }, context) => {
      const requested = pageOf(page, DEFAULT_PAGE_SIZE);
      const [row] = await context.db.$queryRaw<{ total: number }[]>`
        SELECT count(*)::int AS total FROM audit_entry a WHERE ${matchingLines(filter, context)}`;
      return { total: row?.total ?? 0, ...requested };
    },
  }),
}));
