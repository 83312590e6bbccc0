import type { HttpRequest } from '../load/connections.ts';
import { startDriver } from '../load/start-driver.ts';
import { connected } from '../world/load-world.ts';

export type SurfaceName = 'v1' | 'console' | 'graphql' | 'worker';

export type Place = { port: number; connectionString: string };

/** Something that is under way. */
export type Running = {
  /** Ends it. @returns how much there was of it, in words */
  end(): Promise<string>;
};

/** What keeps a surface busy. */
export type Load = { surface: SurfaceName; begin(place: Place): Promise<Running> };

/** Milliseconds until a load is felt. */
const BEGINNING = 1_500;
/** Milliseconds that no load lasts. */
const LONGEST = 120_000;
/** What a surface that has too much to do, or an account that is guessed at, answers. */
const REFUSALS = [401, 429, 503];

/** Requests that are sent without a pause, by so many connections. */
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

/** A load while somebody else has locked a table. */
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
