/** Collects problems; a check that fails as a whole is one of them. */
export type Report = { add(problem: string): void; attempt<T>(check: () => Promise<T>): Promise<T | undefined> };
