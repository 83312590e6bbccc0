import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { messageOf } from '../errors.ts';
import { writeWhole } from '../repository/files.ts';
import { type Restored, restoreInto } from '../restore/restore-into.ts';
import { type Invariants, type Verified, verifyDatabase } from './verify-database.ts';

export type DrillOptions = {
  /** The repository. */
  folder: string;
  key: string | null;
  clock: () => Date;
  postgresBin?: string | null;
  log?: (message: string) => void;
  /** Rules of the data beyond those of Postgres. */
  invariants?: Invariants;
};

/** The result of a drill, which is stored in the folder `drills` of the repository. */
export type DrillResult = Verified & {
  at: string;
  base: string | null;
  reachedAt: string | null;
  restoreSeconds: number;
  seconds: number;
  media: number;
  problems: string[];
};

/**
 * Restores the newest backup into a temporary folder, starts its Postgres, and verifies all tables and indexes. The
 * result is recorded, also when the restore failed.
 */
export async function drill(options: DrillOptions): Promise<DrillResult> {
  const { folder, clock, log = () => {} } = options;
  const at = clock();
  const started = performance.now();
  const seconds = () => Math.round(performance.now() - started) / 1_000;
  const scratch = await mkdtemp(join(tmpdir(), 'channel-drill-'));
  const result: DrillResult = {
    at: at.toISOString(),
    base: null,
    reachedAt: null,
    restoreSeconds: 0,
    seconds: 0,
    media: 0,
    tables: 0,
    indexes: 0,
    problems: [],
  };
  let restored: Restored | undefined;
  const clear = () => {
    restored?.discard();
    rmSync(scratch, { recursive: true, force: true });
  };
  // What was made last ends first: its folders are named in those made before.
  process.prependOnceListener('exit', clear);
  try {
    const target = { folder: join(scratch, 'restored'), to: 'latest' as const, isScratch: true };
    restored = await restoreInto({ ...options, repository: folder, ...target });
    result.restoreSeconds = seconds();
    result.base = restored.manifest.id;
    result.reachedAt = restored.reachedAt?.toISOString() ?? null;
    result.media = restored.media.files;
    log('Verifying tables and indexes');
    Object.assign(result, await verify(restored, options.invariants));
  } catch (error) {
    result.problems.push(messageOf(error));
  } finally {
    process.removeListener('exit', clear);
    clear();
  }
  result.seconds = seconds();
  const file = join(folder, 'drills', `${at.toISOString().replace(/[-:.]/g, '')}.json`);
  await writeWhole(file, `${JSON.stringify(result)}\n`);
  return result;
}

async function verify(restored: Restored, invariants: Invariants | undefined): Promise<Verified> {
  const server = await restored.start();
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    const verified = await verifyDatabase(client, invariants);
    verified.problems.push(...(await missingMedia(client, restored.mediaDir)));
    return verified;
  } finally {
    await client.end().catch(() => {});
    await server.stop();
  }
}

/** The files that the database names and the backup lacks. A file of the last 30 s may not have been copied yet. */
async function missingMedia(client: pg.Client, mediaDir: string): Promise<string[]> {
  const { rows } = await client.query("select to_regclass('public.media') is not null as exists");
  if (!rows[0].exists) return [];
  const media = await client.query<{ key: string }>('select distinct storage_key as key from public.media');
  const missing = media.rows.filter(({ key }) => !existsSync(join(mediaDir, key.slice(0, 2), key)));
  return missing.slice(0, 100).map(({ key }) => `The media file ${key}, which the database names, is missing`);
}
