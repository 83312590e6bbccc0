const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Who lived so long, in milliseconds, did work. */
const STEADY = 20_000;

/**
 * When to start a program again that ended unasked: the first time at once, and after growing pauses while it ends
 * again and again.
 */
export class Restarts {
  #failures = 0;

  /** How often in a row the program ended soon after its start. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Takes note of an end.
   *
   * @param lived how long the program ran, in milliseconds
   * @returns the milliseconds to wait before it is started again
   */
  pauseAfter(lived: number): number {
    this.#failures = lived > STEADY ? 1 : this.#failures + 1;
    return this.#failures === 1 ? 0 : Math.min(FIRST_PAUSE * 2 ** (this.#failures - 2), LONGEST_PAUSE);
  }
}
