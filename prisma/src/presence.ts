import { DatabaseAway } from './busy.ts';
import { type Health, probe } from './probe.ts';

/** Connections of this process to a database. */
export type Connections = {
  /** Whether a call has been waiting for long enough to probe the database. */
  isWaiting?: () => boolean;
  /** Ends all of them, because no answer is expected. */
  abandon: () => void;
  /** Called when the database goes away, and when it is back. */
  onChange?: (isAway: boolean, health: Health) => void;
};

const TICK = 250;

/**
 * Tracks whether a database is away. A separate probe checks it while a call waits for it, so that a busy database
 * keeps its own time limits. It is away after two failed probes in sequence; from then on it is probed until it is
 * back.
 */
export class Presence {
  readonly #connectionString: string;
  readonly #watched = new Set<Connections>();
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<Health> | undefined;
  #isLooking = false;
  #away: Health | undefined;
  #heard = 0;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  get isIdle(): boolean {
    return this.#watched.size === 0;
  }

  /** @returns a function that stops watching */
  watch(connections: Connections): () => void {
    this.#watched.add(connections);
    this.#timer ??= setInterval(() => void this.#look(), TICK).unref();
    return () => {
      this.#watched.delete(connections);
      if (!this.isIdle) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Called at each answer of the database: a database that answers other calls is slow to the probe, not silent. */
  heard(): void {
    this.#heard = performance.now();
  }

  /** The error for new calls while the database is away; undefined while it is up. */
  refusal(): DatabaseAway | undefined {
    return this.#away && new DatabaseAway(new Error(`the database is ${this.#away}`));
  }

  /** The current state of the database. Concurrent calls share one probe. */
  check(): Promise<Health> {
    this.#probing ??= probe(this.#connectionString).finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #look(): Promise<void> {
    if (this.#isLooking || !(this.#away || [...this.#watched].some(({ isWaiting }) => isWaiting?.()))) return;
    this.#isLooking = true;
    const began = performance.now();
    const first = await this.check();
    const second = isThere(first) ? first : await this.check();
    const health = second === 'silent' && this.#heard > began ? 'well' : second;
    this.#isLooking = false;
    const away = isThere(health) ? undefined : health;
    const isNews = (away === undefined) !== (this.#away === undefined);
    this.#away = away;
    for (const { abandon, onChange } of this.#watched) {
      // A database that refuses logins still answers on open connections, which end normally.
      if (away === 'silent') abandon();
      if (isNews) onChange?.(away !== undefined, health);
    }
  }
}

const isThere = (health: Health) => health !== 'refused' && health !== 'silent';

const known = new Map<string, Presence>();

/** The presence of a database, shared by all connections of this process. */
export function presenceOf(connectionString: string): Presence {
  for (const [name, presence] of known) if (presence.isIdle) known.delete(name);
  const presence = known.get(connectionString) ?? new Presence(connectionString);
  known.set(connectionString, presence);
  return presence;
}
