import type { PrismaClient } from '../../client.ts';

/** What every builder needs: the database, a number that is never given twice, and parents that are made only once. */
export type Parents = {
  db: PrismaClient;
  /** 1, 2, 3 … */
  next(): number;
  /** What `make` made the first time it was asked for under this name. */
  shared<T>(name: string, make: () => Promise<T>): Promise<T>;
};

export function createParents(db: PrismaClient): Parents {
  const made = new Map<string, Promise<unknown>>();
  let last = 0;
  return {
    db,
    next: () => ++last,
    shared<T>(name: string, make: () => Promise<T>) {
      const known = made.get(name);
      // A name always stands for the same kind of thing.
      if (known) return known as Promise<T>;
      const fresh = make();
      made.set(name, fresh);
      return fresh;
    },
  };
}
