/** A deterministic random number generator: the same seed gives the same sequence. */
export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An entry of a list; one with twice the weight is drawn twice as often. */
  weighted<T>(list: readonly T[], weightOf: (entry: T) => number): T;
  /** An independent generator, so that draws of one part do not change the others. */
  fork(label: string): Random;
};

/** Mulberry32, which is sufficient for a demo world and equal on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random: Random = {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => entry(list, Math.floor(next() * list.length)),
    weighted(list, weightOf) {
      let rest = next() * list.reduce((sum, each) => sum + weightOf(each), 0);
      const index = list.findIndex((each) => {
        rest -= weightOf(each);
        return rest < 0;
      });
      return entry(list, index < 0 ? list.length - 1 : index);
    },
    fork: (label) => createRandom(seed ^ hash(label)),
  };
  return random;
}

function entry<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error('Nothing to choose from');
  return found;
}

/** FNV-1a: distributes short labels well. */
function hash(label: string): number {
  let value = 0x811c9dc5;
  for (const character of label) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
