import { keysOf, type Principal, principalKey } from '../admission/principal.ts';

/**
 * Milliseconds within which the stream of a user whose access ended or changed is ended if no event occurs and no notice
 * of the end arrives.
 */
const CHECK_MS = 30_000;
/** Maximum number of streams of one user, and as many of the user's page of the crew; enough for many windows. */
export const MAX_OF_A_USER = 20;

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
  const checks = new Map<string, Set<() => Promise<void>>>();
  const named = new Map<string, AbortController>();
  return {
    admit(actor, over, who, name) {
      // An anonymous watcher is admitted here and refused by the core.
      if (!actor) return true;
      const caller = principalKey(actor);
      const key = name === undefined ? undefined : `${caller} ${name}`;
      if (key !== undefined) named.get(key)?.abort();
      const own = checks.get(caller) ?? new Set();
      if (own.size >= MAX_OF_A_USER) return false;
      if (key !== undefined) named.set(key, over);
      const check = async () => {
        if (!(await isStill(actor, who).catch(() => false))) over.abort();
      };
      checks.set(caller, own.add(check));
      const timer = setInterval(() => void check(), checkMs);
      timer.unref();
      over.signal.addEventListener('abort', () => {
        clearInterval(timer);
        if (key !== undefined && named.get(key) === over) named.delete(key);
        own.delete(check);
        if (own.size === 0 && checks.get(caller) === own) checks.delete(caller);
      });
      return true;
    },
    check(userId) {
      for (const key of keysOf(userId)) for (const check of checks.get(key) ?? []) void check();
    },
  };
}
