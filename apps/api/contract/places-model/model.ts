/*
 * A simple model of places: a departure has a capacity, an order in the cart or booked holds places, a hold in the cart
 * expires. It has no locks and no statements; the behaviour of the channel is compared with it.
 */

export type Status = 'InCart' | 'Booked' | 'Cancelled' | 'Deleted';

/** The places that an order holds of one departure; `expires` in minutes of the model's clock. */
export type Part = { departure: number; quantity: number; held: number; expires: number | null };
export type Order = { status: Status; parts: readonly Part[] };

export type World = {
  capacities: readonly number[];
  holdMinutes: number;
  now: number;
  orders: ReadonlyMap<string, Order>;
};

export type Step =
  | { do: 'book'; key: string; departure: number; persons: number; pending: boolean }
  | { do: 'move'; keys: readonly string[]; to: Status }
  | { do: 'release' }
  | { do: 'wait'; minutes: number };

export type Answer = 'ok' | 'conflict';
export type Outcome = { answer: Answer; world: World };

const holds = (status: Status) => status === 'InCart' || status === 'Booked';
const isExpired = ({ now }: World, { expires }: Part) => expires !== null && expires <= now;

/** The number of places of a departure that orders hold. */
export const heldOf = ({ orders }: World, departure: number): number =>
  [...orders.values()]
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => (part.departure === departure ? sum + part.held : sum), 0);

/** The state after expired holds were released: of one departure, or of all. */
function released(world: World, departure?: number): World {
  const orders = new Map(world.orders);
  for (const [key, order] of orders) {
    const parts = order.parts.map((part) =>
      isExpired(world, part) && (departure === undefined || part.departure === departure)
        ? { ...part, held: 0, expires: null }
        : part,
    );
    orders.set(key, { ...order, parts });
  }
  return { ...world, orders };
}

/** The answer to a step, and the state after it. A conflict changes nothing. */
export function apply(world: World, step: Step): Outcome {
  if (step.do === 'wait') return { answer: 'ok', world: { ...world, now: world.now + step.minutes } };
  if (step.do === 'release') return { answer: 'ok', world: released(world) };
  const orders = new Map(world.orders);
  if (step.do === 'book') {
    const { key, departure, persons, pending } = step;
    const expires = pending ? world.now + world.holdMinutes : null;
    const part = { departure, quantity: persons, held: persons, expires };
    orders.set(key, { status: pending ? 'InCart' : 'Booked', parts: [part] });
  } else {
    for (const key of step.keys) {
      const order = orders.get(key);
      if (order && order.status !== step.to) orders.set(key, moved(world, order, step.to));
    }
  }
  return fitted(world, { ...world, orders });
}

function moved({ now, holdMinutes }: World, { parts }: Order, to: Status): Order {
  const expires = to === 'InCart' ? now + holdMinutes : null;
  return { status: to, parts: parts.map((part) => ({ ...part, held: holds(to) ? part.quantity : 0, expires })) };
}

/** The state after a change, if it fits; expired holds are released only for departures without enough places. */
function fitted(before: World, after: World): Outcome {
  let world = after;
  for (const [departure, capacity] of after.capacities.entries()) {
    const added = heldOf(after, departure) > heldOf(before, departure);
    if (added && heldOf(world, departure) > capacity) world = released(world, departure);
    if (heldOf(world, departure) > capacity) return { answer: 'conflict', world: before };
  }
  return { answer: 'ok', world };
}

/** The visible state as text, for comparison. */
export function seen({ capacities, orders }: World): string {
  const lines = [...orders].map(
    ([key, { status, parts }]) =>
      `${key} ${status} ${parts.map((part) => `${part.departure}:${part.held}/${part.quantity}@${part.expires}`).join(' ')}`,
  );
  const places = capacities.map((capacity, departure) => capacity - heldOf({ orders } as World, departure));
  return [`left ${places.join(' ')}`, ...lines.sort()].join('\n');
}
