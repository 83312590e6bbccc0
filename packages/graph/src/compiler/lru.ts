/** A map of bounded size: what was not used for longest makes room. */
export class Lru<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value under a key, made where there is none. A `make` that throws leaves nothing behind. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? make();
    // Deleted and set again, it is the youngest.
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) {
      const [oldest] = this.#values.keys();
      if (oldest !== undefined) this.#values.delete(oldest);
    }
    return value;
  }

  get size(): number {
    return this.#values.size;
  }
}
