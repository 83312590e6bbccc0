import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CLOCK_TOLERANCE, offsetIn, readClock } from './read-clock.ts';

/** Milliseconds between readings of the clock of Postgres, and for the first one. */
const EVERY = 5_000;
const FIRST = 1_000;

/** Clocks in milliseconds: of this machine, which may jump, and one that only counts on from an arbitrary start. */
type Own = { wall: () => number; steady: () => number };

/**
 * The clock of a program: that of Postgres, which all programs of an installation share. Between readings it goes on by
 * the steady clock of the machine, so that a jump of the machine's clock changes nothing but the log line that reports it.
 * Before the first reading it is the machine's.
 */
export class DatabaseClock {
  readonly #postgres: () => Promise<Date>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #own: Own;
  /** The time at which the steady clock was 0. */
  #start: number;
  #offset: number | undefined;
  #isOff = false;
  #reading: Promise<void> | undefined;

  /** @param postgres reads the clock of Postgres */
  constructor(postgres: () => Promise<Date>, log: Pick<Logger, 'info' | 'warn'>, own: Partial<Own> = {}) {
    this.#postgres = postgres;
    this.#log = log;
    this.#own = { wall: Date.now, steady: () => performance.now(), ...own };
    this.#start = this.#own.wall() - this.#own.steady();
  }

  readonly now = (): Date => new Date(this.#start + this.#own.steady());

  /** Milliseconds by which the clock of this machine was ahead of that of Postgres at the last reading; undefined before. */
  get offset(): number | undefined {
    return this.#offset;
  }

  /** Reads the clock of Postgres, now and every few seconds from now on. Resolves after the first reading, or a second. */
  async follow(): Promise<void> {
    setInterval(() => void this.read(), EVERY).unref();
    const over = new AbortController();
    const late = sleep(FIRST, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([this.read(), late]);
    over.abort();
  }

  /**
   * Reads the clock of Postgres. While it does not answer, the clock goes on from the last reading. One reading runs at a
   * time: of two, the older answer might come last, and undo the newer one.
   */
  read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const { wall, steady } = this.#own;
    const read = await readClock(this.#postgres, () => ({ wall: wall(), steady: steady() })).catch(() => undefined);
    if (!read) return;
    const { at, before, after } = read;
    const isFirst = this.#offset === undefined;
    const former = this.#start;
    // A slow answer says little about the time: what agrees with it stays.
    this.#start = Math.min(Math.max(former, at - after.steady), at - before.steady);
    this.#offset = offsetIn({ at, before: before.wall, after: after.wall });
    this.#report(isFirst ? 0 : this.#start - former);
  }

  /** Logs changes, in one line each. @param jump milliseconds by which the clock of Postgres went forward, against the steady one */
  #report(jump: number): void {
    const offset = this.#offset ?? 0;
    const [wasOff, isOff] = [this.#isOff, Math.abs(offset) > CLOCK_TOLERANCE];
    this.#isOff = isOff;
    const difference = `the clock of this machine is ${seconds(offset)} ${offset > 0 ? 'ahead of' : 'behind'} it`;
    if (Math.abs(jump) > CLOCK_TOLERANCE) {
      const way = jump > 0 ? 'forward' : 'back';
      this.#log.warn(
        `The clock of Postgres went ${way} by ${seconds(jump)}, and what ends at a time with it${isOff ? `; ${difference}: set both by NTP` : ''}`,
      );
    } else if (isOff && !wasOff)
      this.#log.warn(`This program goes by the clock of Postgres: ${difference}. Set both by NTP`);
    else if (wasOff && !isOff) this.#log.info('The clock of this machine agrees with that of Postgres again');
  }
}

const seconds = (milliseconds: number) => `${(Math.abs(milliseconds) / 1_000).toFixed(1)} s`;
