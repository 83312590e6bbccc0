import { folder, ownFolder } from '../folders.ts';
import { optional, postgresUrl, whole } from '../kinds.ts';
import type { Read } from '../setting.ts';

/** Settings of backups. */
export const backupSettings = (read: Read) => ({
  backupDir: read({
    name: 'BACKUP_DIR',
    kind: optional(ownFolder),
    default: '',
    about:
      'Folder of the backups, relative to the project, best on another disk or machine than `DATA_DIR`; it must not be in `DATA_DIR` or `MEDIA_DIR`. With it, `npm start` archives continuously (docs/operations.md). Not set: there are no backups.',
  }),
  backupDatabaseUrl: read({
    name: 'BACKUP_DATABASE_URL',
    kind: optional(postgresUrl),
    default: '',
    about:
      'The database of `DATABASE_URL` with a role that has REPLICATION, for backups only. Needed with `BACKUP_DIR` and `DATABASE_URL`; the embedded Postgres has its own role.',
  }),
  backupHours: read({
    name: 'BACKUP_HOURS',
    kind: whole(1, 168, 'hours'),
    default: '24',
    about:
      'Hours between base backups. The WAL since the last one is replayed by a restore, so more hours make it slower.',
  }),
  backupKeep: read({
    name: 'BACKUP_KEEP',
    kind: whole(1, 1_000, 'base backups'),
    default: '7',
    about:
      'Number of base backups that are kept, with the WAL since the oldest of them: a restore can reach any time since then.',
  }),
  backupDrillHours: read({
    name: 'BACKUP_DRILL_HOURS',
    kind: whole(0, 8_760, 'hours'),
    default: '168',
    about:
      'Hours between drills: the archiver restores the newest backup into a temporary Postgres, and verifies it. 0: only by hand.',
  }),
  postgresBin: read({
    name: 'PG_BIN',
    kind: optional(folder),
    default: '',
    about:
      'Folder with the program `postgres` that restores backups of another major version than that of the embedded Postgres.',
  }),
});
