/** The result of one runner. */
export type Result = {
  name: string;
  passed: number;
  failed: number;
  skipped?: number;
  /** The failures, by name, with their reasons. Repeated at the end, because the end of a long log is what is kept. */
  failures?: string[];
  /** Printed on failure, unless the runner has printed it. */
  output?: string;
};

/** A check that passes or fails, counted as one. */
export const verdict = (name: string, failure: string | undefined): Result =>
  failure === undefined ? { name, passed: 1, failed: 0 } : { name, passed: 0, failed: 1, output: failure };

/** A runner that ran nothing counts as failed. */
export const isGood = (result: Result): boolean => result.failed === 0 && result.passed > 0;
