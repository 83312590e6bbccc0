import type { Actor } from '@channel/graph';

/** How soon the stream of somebody who lost access (or whose rights changed) ends where there is no event to tell. */
const CHECK_MS = 30_000;
/** A person with many windows needs no more. */
export const MAX_OF_A_USER = 20;

/** Those who watch through this process. */
export type Watchers = {
  /**
   * Lets somebody watch, until the client hangs up (whoever knows aborts `over`) or who asks is not who asked any more:
   * then `over` is aborted here.
   *
   * @param who looks up who asks, without counting as use
   * @returns false for somebody who watches too much already
   */
  admit(actor: Actor | null, over: AbortController, who: () => Promise<Actor | null>): boolean;
};

/** Whether who asks is who asked, with the same rights. @throws what `who` throws */
export async function isStill(actor: Actor | null, who: () => Promise<Actor | null>): Promise<boolean> {
  return JSON.stringify(await who()) === JSON.stringify(actor);
}

/** @param checkMs how often it is looked who asks, in milliseconds */
export function createWatchers(checkMs = CHECK_MS): Watchers {
  const counts = new Map<number, number>();
  return {
    admit(actor, over, who) {
      // Nobody in particular sees nothing and is refused by the core.
      if (!actor) return true;
      const { userId } = actor;
      const count = counts.get(userId) ?? 0;
      if (count >= MAX_OF_A_USER) return false;
      counts.set(userId, count + 1);
      const check = async () => {
        if (!(await isStill(actor, who).catch(() => false))) over.abort();
      };
      const timer = setInterval(() => void check(), checkMs);
      timer.unref();
      over.signal.addEventListener('abort', () => {
        clearInterval(timer);
        const left = (counts.get(userId) ?? 1) - 1;
        if (left > 0) counts.set(userId, left);
        else counts.delete(userId);
      });
      return true;
    },
  };
}
