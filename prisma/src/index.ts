export { archiveDefaultEntries, createAuditMonths, detachAuditMonths } from './audit-months.ts';
export {
  DatabaseAway,
  DatabaseBusy,
  type DatabaseFailure,
  databaseFailureOf,
  isBusy,
  isDuplicate,
  isLockTimeout,
  OutcomeUnknown,
} from './busy.ts';
export { cancelledBy } from './cancel.ts';
export {
  atTheEnd,
  checkDatabase,
  createPrisma,
  execute,
  executeInLastRead,
  type PrismaClient,
  type PrismaOptions,
  poolUse,
  queryBytes,
  queryBytesInSnapshot,
  queryRows,
  replicasOf,
  rowsIn,
  type Statement,
  sendHeld,
} from './client.ts';
export { MAX_PREPARED } from './finished-query.ts';
export { Prisma, type TimeUnit } from './generated/client/client.ts';
export { tableMap } from './generated/table-map.ts';
export { type ListenOptions, listen } from './listen.ts';
export { livenessLock, withoutLivenessLock } from './liveness-lock.ts';
export { type ArchiveReader, archiveReader, redactAudit } from './maintenance.ts';
export { isWithoutTransaction, type Migration, pendingMigrations, readMigrations } from './migrations.ts';
export { observeStatements, type StatementObserver } from './observed.ts';
export { hasReplica, onReplica } from './on-replica.ts';
export { onceAMinute } from './once-a-minute.ts';
export { ownWrites, type StampKey } from './own-writes.ts';
export { openPool } from './pool.ts';
export type { PoolUse } from './pool-use.ts';
export type { Health } from './probe.ts';
export { TAKES_WRITES } from './replicas.ts';
export type { RowBytes } from './row-bytes.ts';
export { type Connection, examineConnection, setForRole } from './session-settings.ts';
export { onShare, withoutSlot } from './share.ts';
export type { SteadyConnection } from './steady-connection.ts';
export type { Column, Relation, Table, TableMap } from './table-map.ts';
export { inSavepoint, inTransaction, isClient, type Tx } from './transaction.ts';
export { createWebhookParts, type Forgotten, forgetWebhooks } from './webhook-parts.ts';
