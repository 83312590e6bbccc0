import type { HttpRequest } from '../load/connections.ts';
import { startDriver } from '../load/start-driver.ts';
import { connected } from '../world/load-world.ts';

export type SurfaceName = 'v1' | 'console' | 'graphql' | 'worker';

export type Place = { port: number; connectionString: string };

/** A running load. */
export type Running = {
  /** Ends it. @returns its amount, as text */
  end(): Promise<string>;
};

/** A load that keeps a surface busy. */
export type Load = { surface: SurfaceName; begin(place: Place): Promise<Running> };

/** Milliseconds until a load has an effect. */
const BEGINNING = 1_500;
/** An upper bound of the milliseconds of a load. */
const LONGEST = 120_000;
/** The refusals of an overloaded surface, or of an account under password guesses. */
const REFUSALS = [401, 429, 503];

/** Requests sent without pauses, over this many connections. */
export const requesting = (surface: SurfaceName, connections: number, requests: HttpRequest[]): Load => ({
  surface,
  async begin({ port }) {
    const driver = await startDriver();
    const job = { port, connections, milliseconds: LONGEST, requests, offset: 0, mayRefuse: REFUSALS };
    const loaded = driver.run(job);
    loaded.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, BEGINNING));
    return {
      async end() {
        driver.end();
        try {
          const { statuses, elapsed } = await loaded;
          return Object.entries(statuses)
            .map(([status, count]) => `${((count * 1_000) / elapsed).toFixed(0)} × ${status} a second`)
            .join(', ');
        } finally {
          driver.stop();
        }
      },
    };
  },
});

/** A load while another transaction holds a lock on a table. */
export const behindLock = (table: string, { surface, begin }: Load): Load => ({
  surface,
  async begin(place) {
    const locked = Promise.withResolvers<Running>();
    const over = Promise.withResolvers<void>();
    const holding = connected(place.connectionString, async (client) => {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      locked.resolve(await begin(place));
      await over.promise;
    });
    holding.catch(locked.reject);
    const running = await locked.promise;
    return {
      async end() {
        try {
          return await running.end();
        } finally {
          over.resolve();
          await holding;
        }
      },
    };
  },
});
