const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Milliseconds. A program that ran this long counts as steady. */
const STEADY = 20_000;

/**
 * When to restart a program that ended unexpectedly: the first time immediately, then after growing pauses while it
 * ends repeatedly.
 */
export class Restarts {
  #failures = 0;

  /** How often in sequence the program ended soon after its start. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Records an exit.
   *
   * @param lived how long the program ran, in milliseconds
   * @returns the milliseconds to wait before it is started again
   */
  pauseAfter(lived: number): number {
    this.#failures = lived > STEADY ? 1 : this.#failures + 1;
    return this.#failures === 1 ? 0 : Math.min(FIRST_PAUSE * 2 ** (this.#failures - 2), LONGEST_PAUSE);
  }
}
