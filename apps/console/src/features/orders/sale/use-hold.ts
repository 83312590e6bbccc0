import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { changeHold, type Hold, holdPlaces, releaseHold, renewHold } from './hold-acts.ts';
import type { Booking } from './sale-query.ts';

/** Milliseconds without a change after which places are held. */
const PAUSE_MS = 500;

const keyOf = (booking: Booking | null) => JSON.stringify(booking);

/**
 * Holds the places of a booking while it is typed: makes the hold, changes it with the booking, and releases it when the
 * page is left or closed. Requests are sent one after the other.
 *
 * @param booking null while it is incomplete: then a hold stays as it is
 */
export function useHold(booking: Booking | null) {
  const client = useQueryClient();
  const [hold, setHold] = useState<Hold | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [renewal, setRenewal] = useState<unknown>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const current = useRef<{ hold: Hold | null; held: string; isOver: boolean }>({ hold: null, held: '', isOver: false });

  const keep = useCallback((next: Hold | null) => {
    current.current.hold = next;
    setHold(next);
  }, []);

  /** Runs a request after those before it. */
  const inTurn = useCallback(<Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const run = line.current.then(act);
    line.current = run.catch(() => {});
    return run;
  }, []);

  const requestKey = useRef<{ of: string; key: string }>({ of: '', key: '' });
  /** A repeated attempt for the same booking has the same key: a hold whose answer was lost is found again. */
  const begin = useCallback(async (wanted: Booking): Promise<Hold> => {
    if (requestKey.current.of !== keyOf(wanted)) requestKey.current = { of: keyOf(wanted), key: crypto.randomUUID() };
    const found = await holdPlaces(wanted, requestKey.current.key);
    if (found) return found;
    requestKey.current.of = '';
    return begin(wanted);
  }, []);
  const sync = useCallback(
    async (wanted: Booking) => {
      const state = current.current;
      if (state.isOver || state.held === keyOf(wanted)) return;
      if (state.hold && state.hold.role !== wanted.role) {
        releaseHold(state.hold);
        state.held = '';
        keep(null);
      }
      try {
        const next = state.hold ? await changeHold(state.hold, wanted, true) : await begin(wanted);
        state.held = keyOf(wanted);
        if (state.isOver) releaseHold(next);
        else keep(next);
        setProblem(null);
        setRenewal(null);
      } catch (error) {
        setProblem(error);
      }
      void client.invalidateQueries({ queryKey: ['bookable-departures'] });
    },
    [client, keep, begin],
  );

  const text = keyOf(booking);
  useEffect(() => {
    const wanted: Booking | null = JSON.parse(text);
    setProblem(null);
    if (!wanted) return;
    const timer = setTimeout(() => void inTurn(() => sync(wanted)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, inTurn, sync]);

  const holdAnew = useEffectEvent(() => booking && void inTurn(() => sync(booking)));
  useEffect(() => {
    const state = current.current;
    state.isOver = false;
    const release = () => {
      state.isOver = true;
      if (state.hold) releaseHold(state.hold);
      state.hold = null;
      // A further hold is another one.
      requestKey.current.of = '';
    };
    /** The browser may show a page again that it kept, with all that was typed. */
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      state.isOver = false;
      state.held = '';
      keep(null);
      holdAnew();
    };
    window.addEventListener('pagehide', release);
    window.addEventListener('pageshow', restore);
    return () => {
      window.removeEventListener('pagehide', release);
      window.removeEventListener('pageshow', restore);
      release();
    };
  }, [keep]);

  return {
    hold,
    /** Why the places could not be held. */
    problem,
    /** Whether the shown booking is the one that is held. */
    isHeld: hold !== null && problem === null && current.current.held === text,
    /** Why the hold could not be renewed. */
    renewal,
    renew: () =>
      inTurn(async () => {
        const held = current.current.hold;
        if (!held) return;
        try {
          keep(await renewHold(held));
          setRenewal(null);
        } catch (error) {
          setRenewal(error);
        }
      }),
    /** Tries again to hold what is shown. */
    retry: () => inTurn(async () => booking && sync(booking)),
    /** Books the whole booking; a repeated call books once. @returns the id of the order */
    book: (whole: Booking) =>
      inTurn(async () => {
        const state = current.current;
        if (state.hold && state.hold.role !== whole.role) {
          releaseHold(state.hold);
          state.hold = null;
        }
        const held = state.hold ?? (await begin(booking ?? whole));
        keep(held);
        const { orderId } = await changeHold(held, whole, false);
        // A change that waits for its pause is part of what is booked: it must not hold places of its own.
        state.isOver = true;
        state.hold = null;
        return orderId;
      }),
  };
}
