import { setTimeout as sleep } from 'node:timers/promises';
import { keptConnections, send } from './send-through.ts';

export type Request = { method: string; path: string; headers: Readonly<Record<string, string>>; body?: string };

/** Sends requests in turn at a steady rate, whatever becomes of the ones before, and repeats none that failed. */
export class SteadyDriver {
  /** Answers by status; 0: the connection ended without an answer. */
  readonly statuses = new Map<number, number>();
  /** Requests without an answer so far. */
  open = 0;
  /** Milliseconds of the slowest answer. */
  slowest = 0;
  readonly #over = new AbortController();
  readonly #agent = keptConnections();
  readonly #sending: Promise<void>;

  /** @param rate requests a second */
  constructor(port: number, requests: readonly Request[], rate: number) {
    const all: Promise<void>[] = [];
    const sendOne = async ({ method, path, headers, body }: Request) => {
      this.open += 1;
      const begun = performance.now();
      const status = await send(port, method, path, {
        headers,
        ...(body !== undefined && { body }),
        agent: this.#agent,
      }).then(
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
        const request = requests[number % requests.length];
        if (request) all.push(sendOne(request));
        const pause = begun + (number * 1_000) / rate - performance.now();
        await sleep(Math.max(0, pause));
      }
      await Promise.all(all);
    };
    this.#sending = loop();
  }

  /** The answers with 200. */
  get succeeded(): number {
    return this.statuses.get(200) ?? 0;
  }

  /** The requests that were not answered with 200. */
  get failed(): number {
    return [...this.statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);
  }

  /** Sends no more, and waits for the answers. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#sending;
    this.#agent.destroy();
  }
}
