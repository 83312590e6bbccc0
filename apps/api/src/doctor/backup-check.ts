import { type Check, fine, problem, warning } from './check.ts';

/** Whether Postgres would keep all the WAL that an archiver does not fetch, until its disk is full. */
export const walForBackups: Check = async ({ database, settings }) => {
  if (settings.backupDir === null) return fine('no backup is set up');
  if (!database) return warning('not checked without the database');
  const [row] = await database.db.$queryRaw<{ limit: string }[]>`
    SELECT current_setting('max_slot_wal_keep_size') AS limit`;
  if (row?.limit !== '-1') return fine(`Postgres keeps at most ${row?.limit} for an archiver that is away`);
  return problem(
    "max_slot_wal_keep_size is -1, so that an archiver that is away fills the disk of Postgres: as a superuser, run ALTER SYSTEM SET max_slot_wal_keep_size = '20GB'; SELECT pg_reload_conf();",
  );
};

const HOUR_MS = 3_600_000;

/** What the archiver, or `npm run backup`, has reported. */
export const backup: Check = async ({ database, settings, clock }) => {
  if (settings.backupDir === null) {
    return settings.isProduction
      ? warning('no backup is set up: set BACKUP_DIR (docs/operations.md, Backup)')
      : fine('none is set up');
  }
  if (!database) return warning('not checked without the database');
  const reports = await database.db.backupReport.findMany();
  const [base, drill, check] = (['base', 'drill', 'check'] as const).map((kind) =>
    reports.find((each) => each.kind === kind),
  );
  if (drill && !drill.succeeded)
    return problem(`the drill of ${drill.at.toISOString()} failed: ${inOneLine(drill.text)}`);
  if (check && !check.succeeded)
    return problem(`the check of ${check.at.toISOString()} failed: ${inOneLine(check.text)}`);
  const lastAt = base?.lastSuccessAt;
  const failure = base && !base.succeeded ? `, the last one failed: ${inOneLine(base.text)}` : '';
  if (!lastAt) {
    const none = 'there is no base backup yet';
    return failure ? problem(none + failure) : warning(`${none}: the archiver takes it, npm run backup takes one now`);
  }
  const hours = Math.floor((clock().getTime() - lastAt.getTime()) / HOUR_MS);
  if (hours < -1)
    return problem(
      `the last base backup is of ${lastAt.toISOString()}, which is in the future: a clock was wrong, and whether it is late is not known`,
    );
  if (hours >= 2 * settings.backupHours)
    return problem(`the last base backup is ${hours} h old${failure || ': check that the archiver runs'}`);
  if (failure) return warning(`the last base backup is ${hours} h old${failure}`);
  return fine(`base backup ${lastAt.toISOString()}, ${drill ? `drill ${drill.at.toISOString()}` : 'no drill yet'}`);
};

const inOneLine = (text: string): string => text.replaceAll('\n', '; ');
