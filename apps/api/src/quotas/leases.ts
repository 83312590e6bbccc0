import { onceAMinute, type PrismaClient } from '@channel/prisma';
import { LRUCache } from 'lru-cache';
import { type Grant, grantUnits, type Quota, returnUnits, type Unused } from './ledger.ts';

/** What is left of a quota after a use, or after a refused one. */
export type Use = {
  isAccepted: boolean;
  /** Units that are left in the window, as far as this process knows. */
  remaining: number;
  /** When more units are available, in milliseconds since 1970: the end of the window, or when a paced unit is due. */
  resetsAt: number;
  /** Seconds until then, rounded up; at least 1. */
  resetsIn: number;
};

/** The units of one quota that this process has. */
type Lease = {
  /** The limit of the quota at the last grant. */
  limit: number;
  endsAt: number;
  /** Units that are granted and not used. */
  left: number;
  /** Units that the process has used in the window. */
  spent: number;
  /** Units that no process had at the last grant. */
  rest: number;
  /** The time before which there are no more paced units, in milliseconds since 1970; null if they are not paced. */
  nextAt: number | null;
  /** When this process last refused a use because the quota was used up, in milliseconds since 1970; null before the first. */
  refusedAt: number | null;
  /** Until then (of `performance.now()`) a shortage is taken for certain. */
  askAgainAt: number;
  /** Whether the last attempt to get units failed: the process then counts on its own. */
  isAlone: boolean;
  usedAt: number;
  pending?: Promise<void> | undefined;
};

/** Milliseconds for which a shortage is not looked up again; another process may return units. */
const SHORTAGE = 1_000;
/** Milliseconds after which unused units are returned, and between two checks. */
const [IDLE, SWEEP] = [2_000, 1_000];
/** Quotas of which a process has units; of the least recently used one they are returned. */
const MAX_LEASES = 20_000;

const NEW = { left: 0, spent: 0, nextAt: null, refusedAt: null, askAgainAt: 0, isAlone: false, usedAt: 0 };

export type Leases = {
  /** Uses units of a quota, if it has them. Never throws: without its database a process counts on its own. */
  use(quota: Quota, units: number): Promise<Use>;
  /** The same without using any. */
  look(quota: Quota): Use;
  /** Returns all unused units, and ends. */
  close(): Promise<void>;
};

type Options = { db: PrismaClient; clock: () => Date; warn?: (line: string) => void; onAlone?: () => void };

/**
 * The units that a process has of quotas that hold for all processes of a database. It takes them in blocks, so that most
 * uses need no statement, and returns what it does not use.
 */
export function createLeases({ db, clock, warn = () => {}, onAlone = () => {} }: Options): Leases {
  const warnOnce = onceAMinute(warn);
  const unused: Unused[] = [];
  const release = (key: string, lease: Lease): void => {
    if (lease.left === 0 || lease.endsAt <= clock().getTime()) return;
    unused.push({ key, endsAt: lease.endsAt, units: lease.left });
    lease.rest += lease.left;
    lease.left = 0;
  };
  const leases = new LRUCache<string, Lease>({
    max: MAX_LEASES,
    dispose: (lease, key, reason) => reason === 'evict' && release(key, lease),
  });

  const endOf = ({ seconds }: Quota, now: number): number =>
    (Math.floor(now / (seconds * 1_000)) + 1) * seconds * 1_000;

  /** The lease of the present window. */
  function leaseOf(quota: Quota, now: number): Lease {
    const known = leases.get(quota.key);
    const end = endOf(quota, now);
    // The row may be of the next window; one that ends later is of a clock that has gone back.
    if (known && known.endsAt >= end && known.endsAt <= end + quota.seconds * 1_000) return known;
    const anew = { ...NEW, limit: quota.limit, endsAt: end, rest: quota.limit, refusedAt: known?.refusedAt ?? null };
    leases.set(quota.key, anew);
    return anew;
  }

  async function renew(quota: Quota, lease: Lease, units: number): Promise<void> {
    const { endsAt, left, refusedAt } = lease;
    const wanted = { now: clock().getTime(), endsAt, min: units - left, refusedAt };
    try {
      const grant: Grant = await grantUnits(db, quota, wanted);
      lease.limit = quota.limit;
      lease.nextAt = grant.nextAt;
      if (grant.endsAt !== lease.endsAt) Object.assign(lease, { endsAt: grant.endsAt, left: 0, spent: 0 });
      lease.left += grant.granted;
      lease.rest = grant.rest;
      lease.isAlone = false;
      lease.askAgainAt = grant.granted > 0 ? 0 : performance.now() + SHORTAGE;
    } catch {
      lease.isAlone = true;
      lease.askAgainAt = performance.now() + SHORTAGE;
      onAlone();
      warnOnce('quotas', 'The quotas could not be read: this process counts on its own for a second');
    }
  }

  function availableTo({ isAlone, left, rest, nextAt }: Lease, { limit }: Quota): number {
    if (isAlone) return limit;
    return nextAt === null ? left + rest : left;
  }

  function resetOf({ rest, nextAt, endsAt }: Lease, now: number): Pick<Use, 'resetsAt' | 'resetsIn'> {
    const resetsAt = nextAt !== null && rest > 0 ? nextAt : Math.max(nextAt ?? 0, endsAt);
    return { resetsAt, resetsIn: Math.max(1, Math.ceil((resetsAt - now) / 1_000)) };
  }

  const useOf = (quota: Quota, lease: Lease, now: number, isAccepted: boolean): Use => ({
    isAccepted,
    remaining: Math.max(0, Math.min(availableTo(lease, quota), quota.limit - lease.spent)),
    ...resetOf(lease, now),
  });

  async function use(quota: Quota, units: number): Promise<Use> {
    for (;;) {
      const now = clock().getTime();
      const lease = leaseOf(quota, now);
      const isCertain = performance.now() < lease.askAgainAt && lease.limit === quota.limit;
      // Whatever the database says, one process alone never exceeds a quota.
      const isOver = lease.spent + units > quota.limit;
      const mayUse = !isOver && (units <= lease.left || (lease.isAlone && isCertain));
      if (mayUse) {
        lease.left -= Math.min(units, lease.left);
        lease.spent += units;
        lease.usedAt = performance.now();
      }
      const isEarly = lease.nextAt !== null && now < lease.nextAt && lease.limit === quota.limit;
      if (mayUse || isOver || isEarly || (isCertain && units > lease.left + lease.rest)) {
        if (!mayUse && !isEarly) lease.refusedAt = now;
        return useOf(quota, lease, now, mayUse);
      }
      if (!lease.pending) lease.pending = renew(quota, lease, units).finally(() => (lease.pending = undefined));
      await lease.pending;
    }
  }

  async function sweep(): Promise<void> {
    const idleSince = performance.now() - IDLE;
    for (const [key, lease] of leases.entries()) if (lease.usedAt < idleSince && !lease.pending) release(key, lease);
    // What can't be returned is void at the end of its window.
    await returnUnits(db, unused.splice(0)).catch(() => {});
  }

  const timer = setInterval(() => void sweep(), SWEEP).unref();

  return {
    use,
    look(quota) {
      const now = clock().getTime();
      return useOf(quota, leaseOf(quota, now), now, true);
    },
    async close() {
      clearInterval(timer);
      for (const [key, lease] of leases.entries()) release(key, lease);
      await returnUnits(db, unused.splice(0)).catch(() => {});
    },
  };
}
