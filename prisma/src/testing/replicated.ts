import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster, passwordOf, SUPERUSER } from '../embedded/cluster.ts';
import { choosePlace, type Place, removePlace } from '../embedded/placement.ts';
import { anyFreePort } from '../embedded/ports.ts';
import { killPostmaster, startPostmaster, stopPostmaster } from '../embedded/postmaster.ts';
import { scratchFolder } from './scratch.ts';
import { onServer, prepareTemplate } from './template.ts';

/** A primary and its streaming replica, for one test file. */
export type ReplicatedServer = {
  /** The primary, as its superuser. */
  primary: string;
  /** The migrated template on it. */
  template: string;
  replica: {
    /** The address of a database on the replica, by its address on the primary. */
    of(connectionString: string): string;
    /** Delays the replay of each commit by so many milliseconds. */
    delay(ms: number): Promise<void>;
    /** Sets a parameter that needs no restart. */
    set(name: string, value: string): Promise<void>;
    /** Waits until it has replayed all that the primary has written. */
    caughtUp(): Promise<void>;
    /** Makes it a primary of its own. */
    promote(): Promise<void>;
    /** Ends it at once, with all of its connections. */
    kill(): Promise<void>;
    start(): Promise<void>;
  };
  /** Stops both, and deletes their files. */
  stop(): Promise<void>;
};

const SETTINGS = { wal_level: 'replica', max_wal_senders: '5', synchronous_commit: 'on', hot_standby_feedback: 'off' };

/**
 * Starts a primary with the migrated template, and a replica made of a copy of its files. Neither is safe against
 * crashes of the machine.
 */
export async function startReplicated(): Promise<ReplicatedServer> {
  const parent = mkdtempSync(scratchFolder());
  chmodSync(parent, 0o755);
  const placeOf = (name: string): Place => {
    const folder = join(parent, name);
    mkdirSync(folder, { mode: 0o755 });
    return choosePlace(folder, false, () => {});
  };
  const [place, copy] = [placeOf('primary'), placeOf('replica')];
  const [port, other] = [await anyFreePort(), await anyFreePort()];
  await ensureCluster(place, false);
  const start = (of: Place, on: number) =>
    startPostmaster(of, on, false, { settings: { ...SETTINGS, max_connections: '100' }, dependent: true });
  const password = passwordOf(place.dataDir, SUPERUSER);
  const address = (on: number) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${on}/postgres`;
  let primary = await start(place, port);
  const template = await prepareTemplate(address(port));
  await stopPostmaster(place, primary.pid);
  // With their owner.
  execFileSync('cp', ['-a', place.cluster, copy.cluster]);
  writeFileSync(join(copy.cluster, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${password}`;
  appendFileSync(join(copy.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  primary = await start(place, port);
  let replica = await start(copy, other);

  const on = <Row>(server: number, text: string): Promise<Row[]> =>
    onServer(address(server), async (client) => (await client.query(text)).rows);
  const set = async (name: string, value: string) => {
    await on(other, `alter system set ${name} = ${value}`);
    await on(other, 'select pg_reload_conf()');
    await sleep(100);
  };
  return {
    primary: address(port),
    template,
    replica: {
      of(connectionString) {
        const url = new URL(connectionString);
        url.port = String(other);
        return url.href;
      },
      delay: (ms) => set('recovery_min_apply_delay', String(ms)),
      set,
      async caughtUp() {
        const [row] = await on<{ lsn: string }>(port, 'select pg_current_wal_insert_lsn() as lsn');
        const text = `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as reached`;
        while (!(await on<{ reached: boolean }>(other, text))[0]?.reached) await sleep(20);
      },
      promote: async () => void (await on(other, 'select pg_promote()')),
      async kill() {
        killPostmaster(replica.pid);
        await replica.exited;
      },
      async start() {
        replica = await start(copy, other);
      },
    },
    async stop() {
      await stopPostmaster(copy, replica.pid);
      await stopPostmaster(place, primary.pid);
      for (const { dataDir } of [copy, place]) removePlace(dataDir);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
