import { setTimeout as sleep } from 'node:timers/promises';
import { keptConnections, send } from './send-through.ts';

export type Booking = { path: string; headers: Record<string, string>; body: string };

/** Sends bookings at a steady rate, whatever becomes of the ones before, and repeats none of them. */
export class BookingDriver {
  /** Answers by status; 0: the connection ended without an answer. */
  readonly statuses = new Map<number, number>();
  /** Bookings without an answer so far. */
  open = 0;
  /** Milliseconds of the slowest answer. */
  slowest = 0;
  readonly #over = new AbortController();
  readonly #agent = keptConnections();
  readonly #sending: Promise<void>;

  /** @param rate bookings a second */
  constructor(port: number, { path, headers, body }: Booking, rate: number) {
    const all: Promise<void>[] = [];
    const book = async () => {
      this.open += 1;
      const begun = performance.now();
      const status = await send(port, 'POST', path, { headers, body, agent: this.#agent }).then(
        (answer) => answer.status,
        () => 0,
      );
      this.open -= 1;
      this.slowest = Math.max(this.slowest, performance.now() - begun);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    };
    const loop = async () => {
      const begun = performance.now();
      for (let number = 1; !this.#over.signal.aborted; number += 1) {
        all.push(book());
        const pause = begun + (number * 1_000) / rate - performance.now();
        await sleep(Math.max(0, pause));
      }
      await Promise.all(all);
    };
    this.#sending = loop();
  }

  /** The bookings that were made. */
  get booked(): number {
    return this.statuses.get(200) ?? 0;
  }

  /** The bookings that were not answered with 200. */
  get failed(): number {
    return [...this.statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);
  }

  /** Sends no more bookings, and waits for the answers. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#sending;
    this.#agent.destroy();
  }
}
