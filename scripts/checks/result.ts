/** What one runner found. */
export type Result = {
  name: string;
  passed: number;
  failed: number;
  skipped?: number;
  /** What failed, by name, with why. Said again at the end: of a long log, the end is what is kept. */
  failures?: string[];
  /** Shown when it failed and did not show it itself. */
  output?: string;
};

/** A check that holds or not, counted as one. */
export const verdict = (name: string, failure: string | undefined): Result =>
  failure === undefined ? { name, passed: 1, failed: 0 } : { name, passed: 0, failed: 1, output: failure };

/** A runner that ran nothing has shown nothing. */
export const isGood = (result: Result): boolean => result.failed === 0 && result.passed > 0;
