import type { PrismaClient } from '@channel/prisma';
import type { Context } from '../../context.ts';
import type { ErasureHost } from '../execute-erasure.ts';

/** A process that executes erasures for a user, has no files, and does not reach the audit log. Failures are thrown. */
export const erasureHost = (db: PrismaClient, context: Context, changes: Partial<ErasureHost> = {}): ErasureHost => ({
  db,
  clock: () => context.now,
  contextOf: async () => context,
  deleteFiles: async () => {},
  redactAudit: async () => false,
  hasTime: () => true,
  onWait: () => {},
  onFailure: (error) => {
    throw error;
  },
  ...changes,
});
