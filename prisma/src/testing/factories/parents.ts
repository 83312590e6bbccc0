import type { PrismaClient } from '../../client.ts';

/** What every factory needs: the database, unique numbers, and shared parents. */
export type Parents = {
  db: PrismaClient;
  /** 1, 2, 3 … */
  next(): number;
  /** The result of the first `make` under this name. */
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
      // A name always identifies the same kind of row.
      if (known) return known as Promise<T>;
      const fresh = make();
      made.set(name, fresh);
      return fresh;
    },
  };
}
