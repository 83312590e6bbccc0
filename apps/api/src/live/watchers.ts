import type { CrewMember } from '@channel/auth';
import type { Actor } from '@channel/graph';

/**
 * Milliseconds within which the stream of a user whose access ended or changed is ended if no event occurs and no notice
 * of the end arrives.
 */
const CHECK_MS = 30_000;
/** Maximum number of streams of one user; enough for many windows. */
export const MAX_OF_A_USER = 20;

/** The one who watches: a user, or the holder of a session of the page of the crew. */
type Principal = Actor | CrewMember;

/** The watchers of this process. */
export type Watchers = {
  /**
   * Admits a watcher until its client disconnects (then the caller aborts `over`) or its actor is no longer the same
   * (then this module aborts `over`).
   *
   * @param who looks up the current actor, without counting as use of the login
   * @param name the client's own name for the stream, if any: the user's former stream of this name ends, because its
   *   client lost it in a way that the server cannot see
   * @returns false for a user who has too many streams already
   */
  admit(actor: Principal | null, over: AbortController, who: () => Promise<Principal | null>, name?: string): boolean;
  /** Checks the watchers of a user now. */
  check(userId: number): void;
};

/** Whether the actor is still the same, with the same rights. @throws what `who` throws */
export async function isStill(actor: Principal | null, who: () => Promise<Principal | null>): Promise<boolean> {
  return JSON.stringify(await who()) === JSON.stringify(actor);
}

/** @param checkMs interval in milliseconds at which actors are checked again */
export function createWatchers(checkMs = CHECK_MS): Watchers {
  const checks = new Map<number, Set<() => Promise<void>>>();
  const named = new Map<string, AbortController>();
  return {
    admit(actor, over, who, name) {
      // An anonymous watcher is admitted here and refused by the core.
      if (!actor) return true;
      const { userId } = actor;
      const key = name === undefined ? undefined : `${userId} ${name}`;
      if (key !== undefined) named.get(key)?.abort();
      const own = checks.get(userId) ?? new Set();
      if (own.size >= MAX_OF_A_USER) return false;
      if (key !== undefined) named.set(key, over);
      const check = async () => {
        if (!(await isStill(actor, who).catch(() => false))) over.abort();
      };
      checks.set(userId, own.add(check));
      const timer = setInterval(() => void check(), checkMs);
      timer.unref();
      over.signal.addEventListener('abort', () => {
        clearInterval(timer);
        if (key !== undefined && named.get(key) === over) named.delete(key);
        own.delete(check);
        if (own.size === 0 && checks.get(userId) === own) checks.delete(userId);
      });
      return true;
    },
    check(userId) {
      for (const check of checks.get(userId) ?? []) void check();
    },
  };
}
