import type { Status, Step, World } from './model.ts';

/** Integers from 0 up to a bound, the same for the same seed. */
export type Random = (below: number) => number;

export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const STATUSES: readonly Status[] = ['Booked', 'Booked', 'Cancelled', 'InCart', 'Deleted'];

/** A step that is possible in a state: it names existing orders. */
export function nextStep({ orders, capacities, holdMinutes }: World, random: Random, key: string): Step {
  const known = [...orders.keys()];
  const draw = random(100);
  if (draw < 30 || known.length === 0)
    return { do: 'book', key, departure: random(capacities.length), persons: 1 + random(3), pending: random(2) === 0 };
  if (draw < 36) return { do: 'release' };
  if (draw < 46) return { do: 'wait', minutes: 1 + random(holdMinutes) };
  const count = draw < 75 ? 1 : 2 + random(4);
  const keys = new Set(Array.from({ length: count }, () => known[random(known.length)] ?? ''));
  return { do: 'move', keys: [...keys], to: STATUSES[random(STATUSES.length)] ?? 'Booked' };
}
