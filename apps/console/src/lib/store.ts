/** A value outside of React that components can follow by `useStore`. */
export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
  /** What the server renders, and the first pass in the browser. */
  readonly initial: Value;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
