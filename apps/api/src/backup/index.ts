export { BackupError } from './errors.ts';
export { type Restored, type RestoredServer, type RestoreOptions, restoreInto } from './restore/restore-into.ts';
