/** The bounds of a map: the number of values, and their total weight. */
export type Bounds<Value> = {
  max: number;
  /** Default: no bound. A value that weighs more than `heaviest` is not kept. */
  weight?: { max: number; heaviest: number; of: (key: string, value: Value) => number };
};

/** A map of bounded size that evicts the least recently used values. */
export class Lru<Value> {
  readonly #bounds: Bounds<Value>;
  readonly #values = new Map<string, Value>();
  #weight = 0;

  constructor(bounds: Bounds<Value>) {
    this.#bounds = bounds;
  }

  /** The value under a key, made by `make` where there is none. A `make` that throws changes nothing. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? make();
    const { max, weight } = this.#bounds;
    if (known === undefined) {
      const weighs = this.#weigh(key, value);
      if (weighs > (weight?.heaviest ?? weighs)) return value;
      this.#weight += weighs;
    }
    // Deleting and setting the entry again makes it the most recently used.
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest, given] of this.#values) {
      if (this.#values.size <= max && this.#weight <= (weight?.max ?? this.#weight)) break;
      this.#values.delete(oldest);
      this.#weight -= this.#weigh(oldest, given);
    }
    return value;
  }

  #weigh(key: string, value: Value): number {
    return this.#bounds.weight?.of(key, value) ?? 0;
  }

  get size(): number {
    return this.#values.size;
  }

  /** The total weight of all values. */
  get weight(): number {
    return this.#weight;
  }
}
