import { readFileSync } from 'node:fs';
import type { Settings } from '@channel/settings';
import { SettingsError } from '@channel/settings';
import { DatabaseClock } from '../clock/database-clock.ts';
import { openStorage } from '../media/open-storage.ts';
import type { BackupOptions } from './archiver.ts';
import { readTime } from './postgres/server.ts';

/**
 * What base backups need, from the settings.
 *
 * @throws {SettingsError} without a repository or an address
 */
export function backupOptions(
  settings: Settings,
  { log, warn = log }: Pick<BackupOptions, 'log'> & Partial<Pick<BackupOptions, 'warn'>>,
): BackupOptions {
  const { backupDir, backupDatabaseUrl, secretKey, backupHours, backupKeep } = settings;
  if (backupDir === null || backupDatabaseUrl === null) {
    throw new SettingsError([
      ...(backupDir === null ? [{ name: 'BACKUP_DIR', expected: 'the folder of the backups' }] : []),
      ...(backupDatabaseUrl === null
        ? [{ name: 'BACKUP_DATABASE_URL', expected: 'the address of the database with a role for replication' }]
        : []),
    ]);
  }
  const time = new DatabaseClock(() => readTime(backupDatabaseUrl), { info: log, warn });
  return {
    folder: backupDir,
    origin: { url: backupDatabaseUrl, key: secretKey, release: release() },
    media: openStorage(settings),
    hours: backupHours,
    keep: backupKeep,
    clock: time.now,
    readClock: () => time.read(),
    log,
    warn,
  };
}

function release(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
