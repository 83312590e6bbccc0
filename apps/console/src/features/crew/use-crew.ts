import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type CrewAction, type CrewDay, type CrewJob, type CrewState, markSeen, watchJobs } from './crew-operations.ts';
import { newId, withActions } from './crew-states.ts';
import { type Conflict, enqueue, forgetConflicts, readCopy } from './device-copy.ts';
import { withoutPastGuests } from './past-guests.ts';
import { keepPage } from './service-worker.ts';
import { type Contact, expire, leave, open, sync } from './sync.ts';

/** Milliseconds between attempts while the server cannot be reached. */
const RETRY_MS = 5_000;
/** Milliseconds that a person who signs out waits for answers to be sent. */
const SEND_MS = 5_000;
/** Milliseconds between checks of the clock: the session may end without a network, and a day begins. */
const CLOCK_MS = 15_000;

/** The page: with a link to open, opening, ended with a reason, or with jobs. */
export type CrewPage =
  | { state: 'invited' }
  | { state: 'opening'; isAway: boolean }
  | { state: 'ended'; why: 'link' | 'session' | 'left'; unsent: number }
  | { state: 'open'; day: CrewDay };

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const hasEnded = ({ sessionEndsAt }: CrewDay) => Date.parse(sessionEndsAt) <= Date.now();

const tokenOf = ({ hash }: Location): string => hash.slice(1);

const RELOADED = 'crew-reloaded';

/** Loads a page that the server no longer knows again, unless that was done and did not help. */
function reloadsOnce(): boolean {
  if (sessionStorage.getItem(RELOADED)) return false;
  sessionStorage.setItem(RELOADED, '1');
  location.reload();
  return true;
}

/** The jobs of the person who holds the link or the session of this device. */
export function useCrew() {
  const [page, setPage] = useState<CrewPage>({ state: 'opening', isAway: false });
  const [isAway, setAway] = useState(false);
  const [isLinkRefused, setLinkRefused] = useState(false);
  const [queue, setQueue] = useState<CrewAction[]>([]);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [now, setNow] = useState(() => Date.now());
  /** The personal link that the person opens, until it is exchanged. */
  const token = useRef('');
  /** Whether the session has ended, or a link waits: the answer to a request from before is ignored. */
  const isOver = useRef(false);
  const isLive = page.state === 'opening' || page.state === 'open';

  const readDevice = useCallback(async () => {
    const copy = await readCopy();
    setQueue(copy.queue);
    setConflicts(copy.conflicts);
    return copy;
  }, []);

  const end = useCallback((why: 'link' | 'session' | 'left', unsent: number) => {
    isOver.current = true;
    setQueue([]);
    setConflicts([]);
    setPage({ state: 'ended', why, unsent });
  }, []);

  const settle = useCallback(
    async (found: Contact, wasRefused: boolean) => {
      await readDevice();
      if (isOver.current) return;
      if (found.state === 'outdated' && reloadsOnce()) return;
      setAway(found.state === 'away' || found.state === 'outdated');
      if (found.state === 'read') {
        sessionStorage.removeItem(RELOADED);
        setPage({ state: 'open', day: found.day });
        void keepPage().catch(() => {});
      } else if (found.state === 'ended') end(wasRefused ? 'link' : 'session', found.unsent);
      else setPage((former) => (former.state === 'opening' ? { state: 'opening', isAway: true } : former));
    },
    [readDevice, end],
  );

  const refresh = useCallback(async () => {
    let wasRefused = false;
    if (token.current) {
      const opened = await open(token.current);
      if (opened === 'away' || opened === 'outdated') return settle({ state: opened }, false);
      token.current = '';
      // The link must not stay in the history or on the screen.
      history.replaceState(null, '', location.pathname);
      wasRefused = opened === 'refused';
      setLinkRefused(wasRefused);
    }
    await settle(await sync(), wasRefused);
  }, [settle]);

  // Once for each opening: shows the copy of the device, and then contacts the server. A link waits for the person: a
  // program that opens the page must not use it up.
  useEffect(() => {
    const begin = async () => {
      token.current = '';
      isOver.current = tokenOf(location) !== '';
      if (isOver.current) return setPage({ state: 'invited' });
      const { day, isLeaving, queue: waiting } = await readDevice();
      if (day && hasEnded(day)) {
        await expire();
        end('session', waiting.length);
      } else if (day && !isLeaving) setPage({ state: 'open', day });
      await refresh();
    };
    void begin();
    const again = () => void begin();
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, [readDevice, refresh, end]);

  useEffect(() => {
    if (!isLive) return;
    const look = () => {
      if (!document.hidden) void refresh();
    };
    const check = () => {
      setNow(Date.now());
      if (page.state !== 'open') return;
      if (hasEnded(page.day)) return void expire().then(() => end('session', queue.length));
      const day = withoutPastGuests(page.day, Date.now());
      if (day === page.day) return;
      setPage({ state: 'open', day });
      // Which deletes them from the copy.
      void readCopy();
    };
    const clock = setInterval(check, CLOCK_MS);
    const retry = isAway ? setInterval(() => void refresh(), RETRY_MS) : undefined;
    window.addEventListener('online', look);
    const lost = () => setAway(true);
    window.addEventListener('offline', lost);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(clock);
      clearInterval(retry);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLive, isAway, page, queue.length, refresh, end]);

  const isOpen = page.state === 'open';
  useEffect(() => {
    if (!isOpen) return;
    const watching = watchJobs(() => void refresh());
    return () => void watching.then((stop) => stop()).catch(() => {});
  }, [isOpen, refresh]);

  const jobs = useMemo(() => (page.state === 'open' ? withActions(page.day.jobs, queue) : []), [page, queue]);
  useSeen(page.state === 'open' && !isAway ? page.day.jobs : []);
  /** Tells the office that the person knows of a change. */
  const confirm = async ({ id, digest, isChanged }: CrewJob) => {
    if (isChanged) await markSeen([{ id, digest }]).catch(() => {});
  };

  /** Signs out, whatever waits. */
  const leaveNow = async () => {
    isOver.current = true;
    await leave();
    end('left', 0);
  };

  return {
    page,
    jobs,
    now,
    isAway,
    isLinkRefused,
    waiting: queue.length,
    conflicts,
    async openLink() {
      token.current = tokenOf(location);
      isOver.current = false;
      setPage({ state: 'opening', isAway: false });
      await refresh();
    },
    async say(job: CrewJob, state: CrewState, reason?: string) {
      const { id: jobId, appointment } = job;
      const at = new Date().toISOString();
      await enqueue({ id: newId(), jobId, appointment, state, reason: reason ?? null, at, title: job.title });
      await readDevice();
      await Promise.all([confirm(job), refresh()]);
    },
    async confirm(job: CrewJob) {
      await confirm(job);
      await refresh();
    },
    async dismissConflicts() {
      await forgetConflicts();
      await readDevice();
    },
    /**
     * Signs out unless something would be lost: answers that cannot be sent now, or the news that one of them was refused.
     *
     * @returns whether answers still wait, so that the person decides
     */
    async signOut(): Promise<boolean> {
      const known = new Set(conflicts.map(({ action }) => action.id));
      let copy = await readDevice();
      if (copy.queue.length > 0 && !isAway) {
        await Promise.race([refresh(), sleep(SEND_MS)]);
        if (isOver.current) return false;
        copy = await readDevice();
      }
      if (copy.queue.length > 0) return true;
      if (copy.conflicts.every(({ action }) => known.has(action.id))) await leaveNow();
      return false;
    },
    leave: leaveNow,
  };
}

/** Jobs that the server marks at once: a coach has one for each order. */
const MAX_SEEN = 100;

/**
 * Tells the office which new and withdrawn jobs the person has seen, once for each version of a job, while somebody
 * looks. They stay on the page. A changed job is seen when the person says so: else the change would disappear from a
 * page that is open while nobody reads it.
 */
function useSeen(jobs: readonly CrewJob[]): void {
  const reported = useRef(new Set<string>());
  useEffect(() => {
    const tell = () => {
      if (document.hidden) return;
      const isFresh = ({ id, digest, isSeen, isChanged, isWithdrawn }: CrewJob) =>
        !isSeen && (!isChanged || isWithdrawn) && !reported.current.has(`${id} ${digest}`);
      const fresh = jobs.filter(isFresh);
      for (let start = 0; start < fresh.length; start += MAX_SEEN) {
        const some = fresh.slice(start, start + MAX_SEEN);
        for (const { id, digest } of some) reported.current.add(`${id} ${digest}`);
        markSeen(some.map(({ id, digest }) => ({ id, digest }))).catch(() => {
          for (const { id, digest } of some) reported.current.delete(`${id} ${digest}`);
        });
      }
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [jobs]);
}
