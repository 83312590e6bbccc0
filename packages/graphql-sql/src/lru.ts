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
    const known = this.find(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  /** The value under a key, which is then the most recently used one. */
  find(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    // Deleting and setting the entry again makes it the most recently used.
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** Keeps a value under a key in place of another one, unless it weighs too much. */
  set(key: string, value: Value): void {
    const { max, weight } = this.#bounds;
    const weighs = this.#weigh(key, value);
    this.delete(key);
    if (weighs > (weight?.heaviest ?? weighs)) return;
    this.#values.set(key, value);
    this.#weight += weighs;
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= max && this.#weight <= (weight?.max ?? this.#weight)) return;
      this.delete(oldest);
    }
  }

  /** Removes the value under a key, if there is one. */
  delete(key: string): void {
    const value = this.#values.get(key);
    if (value !== undefined) this.#weight -= this.#weigh(key, value);
    this.#values.delete(key);
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
