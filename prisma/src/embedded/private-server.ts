import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Place, SOCKET_POINTER } from './placement.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

/** A server on an existing cluster that only its own user and root can reach, without a password. */
export type PrivateServer = {
  /** The address of a database for a role of the cluster. */
  addressOf(database: string, role: string): string;
  stop(): Promise<void>;
};

export type PrivateServerOptions = {
  /** Settings of Postgres. */
  settings?: Record<string, string>;
  /** `false` gives up crash safety for speed. */
  durable?: boolean;
  /** Milliseconds until the server must accept connections; recovery takes a part of it. */
  timeout?: number;
};

/** A name of a socket has at most 107 bytes. */
const MAX_FOLDER = 60;
const PORT = 5432;

/**
 * Starts a server on the cluster of `place` that listens on a socket in a folder of its own, and on no port. It reads no
 * configuration of the cluster except `postgresql.auto.conf`: a cluster from elsewhere names files and libraries that
 * this machine does not have.
 *
 * @throws {PostgresStartError} with the last error of the log
 */
export async function startPrivateServer(place: Place, options: PrivateServerOptions = {}): Promise<PrivateServer> {
  const { settings, durable = true, timeout } = options;
  const folder = mkdtempSync(join(tmpdir().length > MAX_FOLDER ? '/tmp' : tmpdir(), 'channel-postgres-'));
  // Whoever removes the cluster after this process was killed removes the folder, too.
  const pointer = join(place.dataDir, SOCKET_POINTER);
  writeFileSync(pointer, folder);
  const files = { config_file: join(folder, 'postgresql.conf'), hba_file: join(folder, 'pg_hba.conf') };
  writeFileSync(files.config_file, '', { mode: 0o600 });
  writeFileSync(files.hba_file, 'local all all trust\n', { mode: 0o600 });
  const { identity } = place;
  if (identity) for (const path of [folder, ...Object.values(files)]) chownSync(path, identity.uid, identity.gid);
  const own = {
    ...files,
    ident_file: files.hba_file.replace('hba', 'ident'),
    listen_addresses: '',
    unix_socket_directories: folder,
    archive_mode: 'off',
    ssl: 'off',
    shared_preload_libraries: '',
    primary_conninfo: '',
    primary_slot_name: '',
    ...settings,
  };
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(pointer, { force: true });
  };
  process.once('exit', remove);
  let postmaster: Postmaster;
  try {
    postmaster = await startPostmaster(place, PORT, durable, {
      settings: own,
      dependent: true,
      ...(timeout && { timeout }),
    });
  } catch (error) {
    process.removeListener('exit', remove);
    remove();
    throw error;
  }
  return {
    addressOf: (database, role) =>
      `postgresql://${encodeURIComponent(role)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}&port=${PORT}`,
    async stop() {
      await stopPostmaster(place, postmaster.pid);
      await postmaster.exited;
      process.removeListener('exit', remove);
      remove();
    },
  };
}
