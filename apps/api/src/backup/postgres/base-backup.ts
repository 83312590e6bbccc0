import { BackupError, codeOf, messageOf } from '../errors.ts';
import { type Lsn, parseLsn } from './lsn.ts';
import type { Replication } from './replication.ts';

/** Receives the two files of a base backup: the archive of the data directory, and Postgres's list of its files. */
export type BaseReceiver = {
  tar(chunk: Buffer): Promise<void>;
  manifest(chunk: Buffer): Promise<void>;
};

export type BaseRange = { timeline: number; start: Lsn; end: Lsn };

/**
 * Copies the data directory of a running server. The server verifies the checksum of each page that it sends.
 *
 * @returns the WAL that the copy needs before it is consistent
 * @throws {BackupError} when a page is damaged or the server refuses
 */
export async function receiveBase(replication: Replication, label: string, to: BaseReceiver): Promise<BaseRange> {
  const query = replication.copy(
    `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TABLESPACE_MAP true)`,
  );
  let file: 'tar' | 'manifest' | undefined;
  try {
    for await (const message of query) {
      const [type] = message;
      if (type === CODE.newArchive) {
        if (file !== undefined) throw new BackupError('The server has tablespaces, which this backup does not cover');
        file = 'tar';
      } else if (type === CODE.manifest) file = 'manifest';
      else if (type === CODE.data && file) await to[file](message.subarray(1));
    }
  } catch (error) {
    throw explain(error, replication.warnings);
  }
  const [start] = query.results[0] ?? [];
  const [end] = query.results.at(-1) ?? [];
  if (!start?.recptr || !end?.recptr || query.results.length < 3 || file !== 'manifest')
    throw new BackupError('The server ended the base backup early');
  return { timeline: Number(start.tli), start: parseLsn(start.recptr), end: parseLsn(end.recptr) };
}

const CODE = { newArchive: 0x6e, manifest: 0x6d, data: 0x64 };

function explain(error: unknown, warnings: string[]): unknown {
  if (error instanceof BackupError) return error;
  if (codeOf(error) === 'XX001') {
    const [first = messageOf(error)] = warnings.filter((warning) => /checksum/.test(warning));
    return new BackupError(
      `The database itself is damaged, and this backup was discarded: ${first}. Earlier base backups are kept; restore one`,
      { cause: error },
    );
  }
  return new BackupError(`The base backup failed: ${messageOf(error)}`, { cause: error });
}
