/** Milliseconds after a line in which its subject is not logged again: every request meets it. */
const QUIET = 60_000;

/**
 * Logs each subject at most once a minute.
 *
 * @returns logs a line about a subject, of which there must be few
 */
export function onceAMinute(log: (line: string) => void): (subject: string, line: string) => void {
  const loggedAt = new Map<string, number>();
  return (subject, line) => {
    const now = performance.now();
    if (now - (loggedAt.get(subject) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    loggedAt.set(subject, now);
    log(line);
  };
}
