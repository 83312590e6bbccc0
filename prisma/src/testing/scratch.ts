import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { discardEmbedded, startEmbedded } from '../embedded/index.ts';
import { isAlive } from '../embedded/processes.ts';

const DISK = join(import.meta.dirname, '..', '..', '..', '.data', 'scratch');
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY = 2 * 1024 ** 3;
const PREFIX = 'channel-booking-test-';

/** A server that runs as long as this process needs it. */
export type ScratchServer = {
  connectionString: string;
  /** Its log file. */
  log: string;
  /** Shuts it down, until `start`: its connections are closed. */
  halt(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts an empty Postgres for one run, without crash safety; in memory where the system has room, because ext4 takes
 * half a second to create the files of a database soon after others were deleted. Leftovers of killed runs (process and
 * folder) are removed first.
 */
export async function startScratch(): Promise<ScratchServer> {
  const scratch = scratchFolder();
  await Promise.all(abandoned(dirname(scratch)).map((folder) => discardEmbedded(folder)));
  const dataDir = mkdtempSync(scratch);
  chmodSync(dataDir, 0o755);
  let server = await startEmbedded({ dataDir, durable: false });
  return {
    connectionString: server.superuser,
    log: join(dataDir, 'postgres.log'),
    halt: () => server.stop(),
    start: async () => {
      server = await startEmbedded({ dataDir, durable: false });
    },
    stop: async () => {
      await server.stop();
      await discardEmbedded(dataDir);
    },
  };
}

/** How the names of scratch folders of this process begin. */
export function scratchFolder(): string {
  const parent = hasRoom(MEMORY) ? MEMORY : DISK;
  mkdirSync(parent, { recursive: true });
  return join(parent, `${PREFIX}${process.pid}-`);
}

/** Whether a folder can be written and has room for the servers of a test run. */
export function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ENOUGH_MEMORY;
  } catch {
    return false;
  }
}

/** The scratch folders whose process, named in the folder's name, is gone. */
function abandoned(parent: string): string[] {
  return readdirSync(parent)
    .filter((name) => name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
    .map((name) => join(parent, name))
    .filter((folder) => statSync(folder).uid === process.getuid?.());
}
