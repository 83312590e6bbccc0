import { DatabaseAway } from './busy.ts';
import { type Health, probe } from './probe.ts';

/** Connections of this process to a database. */
export type Connections = {
  /** Whether something has been waited for long enough to ask what the database does. */
  isWaiting?: () => boolean;
  /** Ends all of them: nothing will come over them. */
  abandon: () => void;
  /** Told when the database went away, and when it is back. */
  onChange?: (isAway: boolean, health: Health) => void;
};

const TICK = 250;

/**
 * Knows whether a database is away. It is asked by a probe of its own while something waits for it, so that one that is
 * merely busy keeps its time limits. Away is what two probes in a row did not reach; from then on it is probed until it is back.
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

  /** @returns what ends it */
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

  /** Told of each answer of the database: one that answers others is slow to a probe and not silent. */
  heard(): void {
    this.#heard = performance.now();
  }

  /** Why nothing is sent to the database at the moment; undefined while it is there. */
  refusal(): DatabaseAway | undefined {
    return this.#away && new DatabaseAway(new Error(`the database is ${this.#away}`));
  }

  /** What the database is by now. Those who ask at the same time share one probe. */
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
      // Who was refused hears of it: connections that are there may still end in order.
      if (away === 'silent') abandon();
      if (isNews) onChange?.(away !== undefined, health);
    }
  }
}

const isThere = (health: Health) => health !== 'refused' && health !== 'silent';

const known = new Map<string, Presence>();

/** The presence of a database, which all connections of this process share. */
export function presenceOf(connectionString: string): Presence {
  for (const [name, presence] of known) if (presence.isIdle) known.delete(name);
  const presence = known.get(connectionString) ?? new Presence(connectionString);
  known.set(connectionString, presence);
  return presence;
}
