import { type Caller, networkOf } from './caller.ts';

/** How many failed logins may come from one place, whatever accounts they name; 0 for no limit. */
export type BucketLimits = {
  /** Of one IP address, within the window. */
  loginFailuresPerAddress: number;
  /** Of one network, /24 for IPv4 and /64 for IPv6, within the window. */
  loginFailuresPerNetwork: number;
  /** In how many seconds an empty bucket is full again. */
  loginWindowSeconds: number;
};

/** More buckets than these are not remembered: the one that was not used for longest counts as full again. */
const MAX_BUCKETS = 20_000;

/** When each bucket is full again, in milliseconds since 1970, by its name; the last one used stands last. */
type Buckets = Map<string, number>;

/** Those of an installation, which has one object of limits for as long as its process runs. */
const installations = new WeakMap<BucketLimits, Buckets>();

/** An attempt that may go on, counted as a failure until `giveBack` says that it was none. */
export type Guess = { waitSeconds: null; release: () => void } | { waitSeconds: number };

/** A guess that no bucket counts. */
export const UNCOUNTED: Guess = { waitSeconds: null, release: () => {} };

/**
 * Takes one guess out of the buckets of a caller's address and network. They fill steadily, so that an empty one lets somebody in again soon. Each
 * process counts for itself, in memory of a fixed size; what guards an account is in the database (see `countAttempt`).
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
    const full = Math.max(fullAt.get(name) ?? 0, now.getTime());
    const wait = full + each - now.getTime() - size * each;
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
