export { BACKUP_HELP, readBackupArguments, runBackup } from './commands/backup.ts';
export { REPLACING } from './commands/replacement.ts';
export { runRestore } from './commands/restore.ts';
export { RESTORE_HELP, readRestoreArguments } from './commands/restore-arguments.ts';
export { type DrillOptions, drill } from './drill/drill.ts';
export type { DrillResult } from './drill/results.ts';
export { type Verified, verifyDatabase } from './drill/verify-database.ts';
export { BackupError } from './errors.ts';
export { type Restored, type RestoredServer, type RestoreOptions, restoreInto } from './restore/restore-into.ts';
