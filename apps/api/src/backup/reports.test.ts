import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readBackupArguments, runBackup } from './commands/backup.ts';
import { openReports } from './reports.ts';

const AT = new Date('2024-11-28T09:00:00Z');
const LATER = new Date('2024-11-28T10:00:00Z');
const base = { kind: 'base', at: AT, succeeded: true, text: 'B: 1 MB' } as const;
const failed = {
  kind: 'drill',
  at: AT,
  succeeded: false,
  text: 'no answer from postgres://u:canary@host/db\0',
} as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const settingsFor = (databaseUrl: string) =>
  loadSettings({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key of tests with thirty-two characters',
    OPERATOR_MAIL: 'ops@example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'desk@example.com',
  });

it('keeps one row for each kind with the last success, and mails a failure once a day', async () => {
  const lines: string[] = [];
  // As the role of the programs, which is that of the archiver.
  const reports = openReports({ settings: settingsFor(database.application), warn: (line) => lines.push(line) });
  await reports.report(base);
  await reports.report(failed);
  expect(await database.db.mail.findMany({ select: { purpose: true, recipient: true } })).toEqual([
    { purpose: 'drillFailed', recipient: 'ops@example.com' },
  ]);
  await reports.report({ ...base, at: LATER, succeeded: false, text: 'x'.repeat(5_000) });
  await reports.report({ ...failed, at: LATER });
  await reports.close();
  expect(lines).toEqual([]);
  expect(await database.db.backupReport.findMany({ orderBy: { kind: 'asc' } })).toEqual([
    { kind: 'base', at: LATER, succeeded: false, text: 'x'.repeat(1_000), lastSuccessAt: AT },
    { kind: 'drill', at: LATER, succeeded: false, text: 'no answer from postgres://host/db', lastSuccessAt: null },
  ]);
  expect((await database.db.mail.findMany()).map(({ purpose }) => purpose).sort()).toEqual([
    'backupFailed',
    'drillFailed',
  ]);
});

it('takes the present for a time in the future: no display shows a backup that is yet to come', async () => {
  const reports = openReports({ settings: settingsFor(database.application), warn: () => {} });
  await reports.report({ ...base, at: new Date(Date.now() + 365 * 86_400_000) });
  await reports.close();
  const { at, lastSuccessAt } = await database.db.backupReport.findUniqueOrThrow({ where: { kind: 'base' } });
  expect(lastSuccessAt).toEqual(at);
  expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
});

it('warns while the database is away, and stores the report once it is back', { timeout: 90_000 }, async () => {
  const lines: string[] = [];
  const warn = (line: string) => void lines.push(line);
  const reports = openReports({ settings: settingsFor(database.application), warn, retryAfter: 100 });
  await database.db.$executeRaw`ALTER TABLE backup_report RENAME TO away`;
  await reports.report({ ...base, at: LATER, text: 'late' });
  expect(lines).toEqual([expect.stringMatching(/^The result was not stored in the database: .*backup_report/)]);
  await database.db.$executeRaw`ALTER TABLE away RENAME TO backup_report`;
  const stored = () => database.db.backupReport.findUnique({ where: { kind: 'base' } });
  await expect.poll(stored).toMatchObject({ text: 'late', succeeded: true, lastSuccessAt: LATER });
  await reports.close();

  const gone = openReports({ settings: settingsFor('postgres://u:canary@127.0.0.1:1/none'), warn });
  await gone.report(base);
  await gone.close();
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join()).not.toContain('canary');
});

it('how a check ended is reported, that of a disk that is not mounted, too; of another repository it is not', async () => {
  const damaged = mkdtempSync(join(tmpdir(), 'channel-repository-'));
  onTestFinished(() => rmSync(damaged, { recursive: true }));
  writeFileSync(join(damaged, 'repository.json'), 'damaged');
  const check = (args: string[], backupDir: string | null) =>
    runBackup(readBackupArguments(['--check', ...args]), {
      settings: { ...settingsFor(database.application), backupDir },
      print: () => {},
      note: (line) => expect.unreachable(line),
      clock: () => LATER,
    });
  const stored = () => database.db.backupReport.findMany();
  await database.db.backupReport.deleteMany();
  expect(await check(['--from', damaged], null)).toBe(false);
  expect(await stored()).toEqual([]);
  expect(await check([], damaged)).toBe(false);
  expect(await stored()).toMatchObject([{ kind: 'check', succeeded: false, at: LATER, lastSuccessAt: null }]);
  expect((await stored())[0]?.text).toMatch(/^1 problem: 0 base backups.*\n.*repository\.json/s);
  await expect(check([], join(damaged, 'nothing'))).rejects.toThrow('There is no repository');
  expect(await stored()).toMatchObject([
    { kind: 'check', succeeded: false, text: expect.stringContaining('There is no repository') },
  ]);
});
