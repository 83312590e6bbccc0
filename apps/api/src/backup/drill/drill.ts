import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { BackupError, messageOf } from '../errors.ts';
import { type ClaimedFolder, claimFolder, removeAbandoned } from '../restore/claimed-folder.ts';
import { type Restored, restoreInto } from '../restore/restore-into.ts';
import { type DrillResult, noResult, storeResult } from './results.ts';
import { type Verified, verifyDatabase } from './verify-database.ts';

export type DrillOptions = {
  /** The repository. */
  folder: string;
  key: string | null;
  clock: () => Date;
  postgresBin?: string | null;
  log?: (message: string) => void;
  /** Ends the drill: its Postgres is stopped, and its copy deleted. */
  signal?: AbortSignal;
};

/**
 * Restores the newest backup into a temporary folder, starts its Postgres, and verifies all tables and indexes. The
 * result is stored, also when the restore failed.
 *
 * @throws where the result can't be stored, and once `signal` is aborted: then there is no result
 */
export async function drill(options: DrillOptions): Promise<DrillResult> {
  const { folder, clock, log = () => {}, signal } = options;
  const result = noResult(clock());
  const started = performance.now();
  const seconds = () => Math.round(performance.now() - started) / 1_000;
  await removeAbandonedDrills(log);
  const { scratch, claimed } = await makeScratch();
  const onAbort = () => void claimed.discard().catch(() => {});
  signal?.addEventListener('abort', onAbort);
  let restored: Restored | undefined;
  const clear = () => {
    restored?.discard();
    rmSync(scratch, { recursive: true, force: true });
  };
  // What was made last ends first: its folders are named in those made before.
  process.prependOnceListener('exit', clear);
  try {
    signal?.throwIfAborted();
    const target = { folder: join(scratch, 'restored'), to: 'latest' as const, isScratch: true };
    restored = await restoreInto({ ...options, repository: folder, ...target });
    result.restoreSeconds = seconds();
    result.base = restored.manifest.id;
    result.reachedAt = restored.reachedAt?.toISOString() ?? null;
    result.media = restored.media.files;
    signal?.throwIfAborted();
    log('Verifying tables and indexes');
    Object.assign(result, await verify(restored));
  } catch (error) {
    result.problems.push(messageOf(error));
  } finally {
    process.removeListener('exit', clear);
    signal?.removeEventListener('abort', onAbort);
    restored?.discard();
    await claimed.discard();
  }
  if (signal?.aborted) throw new BackupError('The drill was ended before it had a result');
  result.seconds = seconds();
  await storeResult(folder, result);
  return result;
}

const SCRATCH = 'channel-drill-';

async function makeScratch(): Promise<{ scratch: string; claimed: ClaimedFolder }> {
  const scratch = await mkdtemp(join(tmpdir(), SCRATCH));
  const claimed = await claimFolder(scratch);
  // The user that runs Postgres for root must be able to enter it.
  if (process.getuid?.() === 0) await chmod(scratch, 0o711);
  return { scratch, claimed };
}

/** Deletes what drills that were killed have left behind, and ends their Postgres. It never throws. */
export async function removeAbandonedDrills(log: (message: string) => void): Promise<void> {
  try {
    for (const folder of await removeAbandoned(tmpdir(), SCRATCH))
      log(`Removed ${folder}, which a drill that was killed had left behind`);
  } catch (error) {
    log(`What a drill that was killed had left in ${tmpdir()} was not removed: ${messageOf(error)}`);
  }
}

async function verify(restored: Restored): Promise<Verified> {
  const server = await restored.start();
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    const verified = await verifyDatabase(client);
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
