/* The storage of a device in memory, in place of `idb-keyval`. */

export const kept = new Map<string, unknown>();

export const idb = {
  createStore: () => undefined,
  get: async (key: string) => structuredClone(kept.get(key)),
  set: async (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
  del: async (key: string) => void kept.delete(key),
  delMany: async (keys: string[]) => {
    for (const key of keys) kept.delete(key);
  },
  update: async (key: string, change: (former: unknown) => unknown) => void kept.set(key, change(kept.get(key))),
  clear: async () => kept.clear(),
};
