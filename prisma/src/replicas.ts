import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Statement } from './finished-query.ts';
import { sendTogether } from './pipelined-transaction.ts';
import { presenceOf } from './presence.ts';
import { connected, Replica, type Sighting } from './replica-pools.ts';
import { openWatchedPool } from './watched-pool.ts';

/** Milliseconds between two looks at the replicas. */
const TICK = 500;

/** Milliseconds in which a replica has to answer a look. */
const LIMIT = 1_000;

/** Beats that are remembered: those of more than the longest lag that may be permitted. */
const BEATS = 8_000;

/** The name of the stamp that shows how far replicas are: the time of the primary in milliseconds. */
const BEAT = 'beat of the primary';

const WRITE_BEAT: Statement = {
  name: 'write_beat',
  text: `INSERT INTO change_stamp AS s (name, subject, transaction, value)
    VALUES ($1, 0, 0, floor(extract(epoch FROM clock_timestamp()) * 1000))
    ON CONFLICT (name, subject, transaction) DO UPDATE SET value = greatest(s.value + 1, excluded.value)
    RETURNING value::text`,
  values: [BEAT],
};

const READ_BEAT: Statement = {
  name: 'read_beat',
  text: 'SELECT value::text FROM change_stamp WHERE name = $1 AND subject = 0 AND transaction = 0',
  values: [BEAT],
};

/** A replica has the same identity as its primary. */
const IDENTITY: Statement = {
  name: 'identity',
  text: `SELECT pg_is_in_recovery(), concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
    (SELECT oid FROM pg_database WHERE datname = current_database()))`,
  values: [],
};

/** The replicas of a client, and how far behind they are. End it with `end()`. */
export class Replicas {
  readonly all: readonly Replica[];
  /** Reads that a replica could have answered, and that the primary answered: it was behind, or none was usable. */
  onPrimary = 0;
  readonly #primary: pg.Pool;
  readonly #log: (message: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #reasons = new Map<Replica, string | undefined>();
  /** Those of this process, the oldest first. */
  readonly #beats: Beat[] = [];
  #looking: Promise<void> | undefined;
  #next = 0;

  /** @param primary its role may write rows, or replicas are not used */
  constructor(all: readonly Replica[], primary: pg.Pool, log: (message: string) => void) {
    this.all = all;
    this.#primary = primary;
    this.#log = log;
    this.#timer = setInterval(() => void this.look(), TICK).unref();
    void this.look();
  }

  /** A replica that may be read, one after the other; undefined where none may. */
  choose(): Replica | undefined {
    const usable = this.all.filter(({ reason }) => reason === undefined);
    this.#next += 1;
    return usable[this.#next % usable.length];
  }

  get isUsable(): boolean {
    return this.all.some(({ reason }) => reason === undefined);
  }

  /** Finds out which replicas may be read. Concurrent calls share one look. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Looks until it is known of each replica whether it may be read. */
  async examine(): Promise<readonly Replica[]> {
    await this.look();
    // A beat needs time to arrive.
    await sleep(TICK);
    await this.look();
    return this.all;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.all.flatMap(({ pools, looks }) => [...pools.values(), looks].map((pool) => pool.end())));
  }

  async #look(): Promise<void> {
    const onPrimary = (statement: Statement) =>
      connected(this.#primary, (connection) => sendTogether(connection, [statement]));
    try {
      const [[[, identity] = []] = []] = await onPrimary(IDENTITY);
      // A beat of the last look has had the time to arrive.
      await Promise.all(
        this.all.map(async (replica) => {
          replica.sighting = await Promise.race([sightingOf(replica, identity, this.#beats), late()]);
        }),
      );
      const at = performance.now();
      const [[[value] = []] = []] = await onPrimary(WRITE_BEAT);
      this.#beats.push({ value: Number(value), at });
      if (this.#beats.length > BEATS) this.#beats.shift();
    } catch {
      // While the primary is away, the lag that is known of replicas grows until they are not used.
    }
    for (const replica of this.all) this.#report(replica);
  }

  #report(replica: Replica): void {
    const { name, reason } = replica;
    // It is examined at the second look.
    if (this.#beats.length === 0 || this.#reasons.get(replica) === (reason ?? '')) return;
    const isFirst = !this.#reasons.has(replica);
    if (reason === UNKNOWN) return;
    this.#reasons.set(replica, reason ?? '');
    if (reason !== undefined) this.#log(`The replica ${name} is not read: ${reason}`);
    else if (!isFirst) this.#log(`The replica ${name} is read again`);
  }
}

/** The reason of one node of a pair, of which each may be the primary. */
export const TAKES_WRITES = 'it takes writes: it is the primary, or was promoted';

const UNKNOWN = 'its lag is not known yet';

/** The time of the primary in milliseconds, and when it was written, or shortly before (`performance.now()`). */
type Beat = { value: number; at: number };

const late = () => sleep(LIMIT, { reason: 'it does not answer' }, { ref: false });

/**
 * How far a replica is behind, by what it shows of the beats: since the last one that has arrived. The clock, which may go
 * back or be another one after a fail-over, counts only until the first one has.
 */
function lagOf([first, ...others]: readonly [Beat, ...Beat[]], seen: number): Sighting {
  const last = others.at(-1) ?? first;
  const arrived = [first, ...others].findLast(({ value }) => value <= seen);
  return arrived ? { lag: 0, at: arrived.at } : { lag: Math.max(last.value - seen, last.at - first.at), at: last.at };
}

/** @param beats those until the last look */
async function sightingOf(replica: Replica, identity: unknown, [first, ...others]: readonly Beat[]): Promise<Sighting> {
  try {
    const [[isReplica, own] = []] = await replica.rows(IDENTITY, replica.looks);
    if (!isReplica) return { reason: TAKES_WRITES };
    if (own !== identity) return { reason: 'it does not follow the server and the database of DATABASE_URL' };
    const [[seen] = []] = await replica.rows(READ_BEAT, replica.looks);
    if (!first) return { reason: UNKNOWN };
    if (seen === undefined) return { reason: 'it has not replayed what the primary wrote since the start' };
    return lagOf([first, ...others], Number(seen));
  } catch (error) {
    replica.failed(error);
    return { reason: `it could not be examined: ${error instanceof Error ? codeOf(error) : 'unknown'}` };
  }
}

/** The code alone: messages may name roles and databases. */
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** How a client reads replicas. */
export type ReplicaOptions = {
  /** Connection strings of replicas of the client's database; pools as large as its own are opened for each. */
  addresses: readonly string[];
  /** Milliseconds that a replica may be behind. */
  maxLag: number;
};

/** @param own the pools of the primary */
export function openReplicas(
  { addresses, maxLag }: ReplicaOptions,
  config: pg.PoolConfig,
  shares: readonly (readonly [name: string, max: number])[],
  own: ReadonlyMap<string, pg.Pool>,
  log: (message: string) => void,
): Replicas {
  const replicas = addresses.map((connectionString) => {
    const { host } = new URL(connectionString);
    const presence = presenceOf(connectionString);
    const open = (max: number) =>
      openWatchedPool({ ...config, connectionString, max }, presence, (message) => log(`Replica ${host}: ${message}`));
    return new Replica(host, new Map(shares.map(([name, max]) => [name, open(max)])), open(1), maxLag);
  });
  const [primary] = own.values();
  if (!primary) throw new Error('A client needs a share of connections.');
  return new Replicas(replicas, primary, log);
}
