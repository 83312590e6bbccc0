import { type Caller, networkOf } from './caller.ts';

/** Maximum number of failed logins from one place, across all accounts; 0 for no limit. */
export type BucketLimits = {
  /** From one IP address, within the window. */
  loginFailuresPerAddress: number;
  /** From one network, /24 for IPv4 and /64 for IPv6, within the window. */
  loginFailuresPerNetwork: number;
  /** Seconds in which an empty bucket refills completely. */
  loginWindowSeconds: number;
};

/** Maximum number of buckets: above it, the least recently used one is dropped and counts as full again. */
const MAX_BUCKETS = 20_000;

/** When each bucket is full again, in milliseconds since 1970, by its name; the most recently used one is last. */
type Buckets = Map<string, number>;

/** The buckets of an installation, whose process keeps one object of limits. */
const installations = new WeakMap<BucketLimits, Buckets>();

/** An attempt that may proceed, counted as a failure until `release` is called; or the seconds to wait. */
export type Guess = { waitSeconds: null; release: () => void } | { waitSeconds: number };

/** A guess that no bucket counts. */
export const UNCOUNTED: Guess = { waitSeconds: null, release: () => {} };

/**
 * Takes one guess out of the buckets of a caller's address and network. Buckets refill continuously, so that an empty
 * one admits a guess again soon. Each process counts separately, in memory of a fixed size; the protection of an
 * account is in the database (see `countAttempt`).
 */
export function takeGuess({ address }: Caller, now: Date, limits: BucketLimits): Guess {
  if (address === null) return UNCOUNTED;
  const kinds: [string, number][] = [
    [`address ${address}`, limits.loginFailuresPerAddress],
    [`network ${networkOf(address)}`, limits.loginFailuresPerNetwork],
  ];
  const fullAt: Buckets = installations.get(limits) ?? new Map();
  installations.set(limits, fullAt);
  const taken: (() => void)[] = [];
  const release = () => {
    for (const undo of taken) undo();
  };
  for (const [name, size] of kinds) {
    if (size === 0) continue;
    const each = (limits.loginWindowSeconds * 1_000) / size;
    const window = size * each;
    const known = fullAt.get(name) ?? 0;
    // No bucket is full later than a window from now: then the clock went back, and it counts anew.
    const full = known > now.getTime() + window ? now.getTime() : Math.max(known, now.getTime());
    const wait = full + each - now.getTime() - window;
    if (wait > 0) {
      release();
      return { waitSeconds: Math.ceil(wait / 1_000) };
    }
    store(fullAt, name, full + each);
    taken.push(() => store(fullAt, name, (fullAt.get(name) ?? 0) - each));
  }
  return { waitSeconds: null, release };
}

function store(fullAt: Buckets, name: string, time: number): void {
  fullAt.delete(name);
  fullAt.set(name, time);
  const [oldest = name] = fullAt.keys();
  if (fullAt.size > MAX_BUCKETS) fullAt.delete(oldest);
}
