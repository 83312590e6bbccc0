import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { holds } from '../shared/principals.ts';

type Row = Prisma.BackupReportGetPayload<object>;

const BackupKind = builder.enumType('BackupKind', {
  description: 'What the backup of an installation does.',
  values: {
    base: { description: 'A copy of the whole database, from which a restore begins.' },
    drill: { description: 'A restore of the newest backup into a temporary database, which is verified.' },
    check: { description: 'A check of all files of the backups.' },
  } as const,
});

export const BackupReport = builder.objectRef<Row>('BackupReport').implement({
  description:
    'How the last base backup, drill or check of the backups of the installation ended. For its administrators.',
  fields: (t) => ({
    kind: t.expose('kind', { type: BackupKind, description: 'Which of these it is.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it ended.' }),
    succeeded: t.exposeBoolean('succeeded', { description: 'Whether it succeeded.' }),
    text: t.exposeString('text', {
      description: 'What was made or verified, or why it failed: at most 1,000 characters in English.',
    }),
    lastSuccessAt: t.expose('lastSuccessAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one last succeeded; null if none has.',
    }),
  }),
});

/** The last base backup, drill and check, in this order, for administrators of the organization. */
export const backupReports = async (context: Context, organizationId: number): Promise<Row[]> =>
  holds(context, 'administer', organizationId) ? context.db.backupReport.findMany({ orderBy: { kind: 'asc' } }) : [];
