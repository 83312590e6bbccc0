import type { Lsn } from './postgres/lsn.ts';

/** How far the archive has reached, for those who wait for it. */
export class Archived {
  #lsn: Lsn;
  #ended = false;
  #waiting: { lsn: Lsn; resolve: (reached: boolean) => void }[] = [];

  constructor(lsn: Lsn) {
    this.#lsn = lsn;
  }

  /** Resolves with true when the position is archived, with false when the archiver ends before. */
  until(lsn: Lsn): Promise<boolean> {
    if (this.#ended || this.#lsn >= lsn) return Promise.resolve(this.#lsn >= lsn);
    return new Promise((resolve) => this.#waiting.push({ lsn, resolve }));
  }

  advance(lsn: Lsn): void {
    this.#lsn = lsn;
    this.#settle((waiting) => waiting.lsn <= lsn, true);
  }

  end(): void {
    this.#ended = true;
    this.#settle(() => true, false);
  }

  #settle(matches: (waiting: { lsn: Lsn }) => boolean, reached: boolean): void {
    const settled = this.#waiting.filter(matches);
    this.#waiting = this.#waiting.filter((waiting) => !matches(waiting));
    for (const { resolve } of settled) resolve(reached);
  }
}
