/** The exports of tools that run in this process: one of each user at a time, whatever its format. */
export class ExportSlots {
  readonly #taken = new Set<number>();

  /** @returns how the export ends; undefined while another one of the user runs */
  take(userId: number): (() => void) | undefined {
    if (this.#taken.has(userId)) return undefined;
    this.#taken.add(userId);
    return () => this.#taken.delete(userId);
  }
}

/** The refusal of an export beside another one. `retryAfter` in seconds. */
export const ONE_AT_A_TIME = {
  status: 429,
  message: 'An export of yours is in progress: one runs at a time.',
  code: 'TOO_MANY_REQUESTS',
  retryAfter: 10,
} as const;
