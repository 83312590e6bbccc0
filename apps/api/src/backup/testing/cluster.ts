import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupReportOf } from '@channel/graph';
import { discardEmbedded, type EmbeddedPostgres, startEmbedded } from '@channel/prisma/embedded';
import pg from 'pg';
import { folderStorage } from '../../media/storage.ts';
import { type ArchiverOptions, runArchiver } from '../archiver.ts';

export const KEY = 'a key of tests with thirty-two characters';

/** An own Postgres with crash safety, a repository, and a folder of media files. */
export type TestCluster = {
  home: string;
  repository: string;
  postgres: EmbeddedPostgres;
  storage: ReturnType<typeof folderStorage>;
  /** Runs statements as the superuser on the database of the installation. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  options(changes?: Partial<ArchiverOptions>): ArchiverOptions;
  /** The environment of a program of its own that archives, checks or restores it: that of this process at the moment, too. */
  env(more?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  lines: string[];
  /** What an operator should look at. */
  warnings: string[];
  /** What the archiver reported. */
  reports: BackupReportOf[];
  discard(): Promise<void>;
};

export async function startCluster(): Promise<TestCluster> {
  const home = mkdtempSync(join(tmpdir(), 'channel-backup-'));
  const dataDir = join(home, 'postgres');
  const postgres = await startEmbedded({ dataDir });
  const pool = new pg.Pool({ connectionString: postgres.superuser, max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const storage = folderStorage(join(home, 'media'));
  const lines: string[] = [];
  const warnings: string[] = [];
  const reports: BackupReportOf[] = [];
  return {
    home,
    repository: join(home, 'backup'),
    postgres,
    storage,
    lines,
    warnings,
    reports,
    env: (more) => ({
      ...process.env,
      DATABASE_URL: postgres.connectionString,
      BACKUP_DATABASE_URL: postgres.backup,
      BACKUP_DIR: join(home, 'backup'),
      MEDIA_DIR: join(home, 'media'),
      SECRET_KEY: KEY,
      ...more,
    }),
    sql: async (text, values) => (await pool.query(text, values)).rows,
    options: (changes) => ({
      folder: join(home, 'backup'),
      origin: { url: postgres.backup, key: KEY, release: '1.2.3' },
      media: storage,
      hours: 24,
      keep: 7,
      clock: () => new Date(),
      readClock: async () => {},
      log: (line) => lines.push(line),
      warn: (line) => {
        lines.push(line);
        warnings.push(line);
      },
      report: async (report) => void reports.push(report),
      drillHours: 0,
      runDrill: () => Promise.reject(new Error('No drill is due')),
      ...changes,
    }),
    async discard() {
      await pool.end();
      await discardEmbedded(dataDir);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Runs an archiver until `stop`, which fails if the archiver did. */
export function startArchiver(options: ArchiverOptions): { stop(): Promise<void>; ended: Promise<void> } {
  const ending = new AbortController();
  const ended = runArchiver(options, ending.signal);
  ended.catch(() => {});
  return {
    ended,
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}
