/** An instant to the microsecond, as Postgres has them. As a Date it is the millisecond in which it lies. */
export class Instant extends Date {
  /** Microseconds since the millisecond: 0 to 999. */
  readonly microsecond: number;

  constructor(milliseconds: number, microsecond: number) {
    super(milliseconds);
    this.microsecond = microsecond;
  }
}

/**
 * Reads an instant with a time zone, such as `2026-11-28T09:30:00.123456Z`. More than six digits of a second are none:
 * Postgres would round them.
 *
 * @returns undefined for any other text, and for a day that the calendar does not have
 */
export function readInstant(text: string): Instant | undefined {
  const match = text.match(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.(\d{1,6}))?)?(?:Z|[+-]\d\d:\d\d)$/);
  const milliseconds = Date.parse(text);
  if (!match?.[1] || Number.isNaN(milliseconds)) return undefined;
  // Date reads 30 February as 2 March.
  if (new Date(`${match[1]}T00:00Z`).toISOString().slice(0, 10) !== match[1]) return undefined;
  return new Instant(milliseconds, Number((match[2] ?? '').padEnd(6, '0').slice(3)));
}

const microsecondOf = (at: Date): number => (at instanceof Instant ? at.microsecond : 0);

/** Microseconds since 1970, for comparisons. */
export const microsecondsOf = (at: Date): number => at.getTime() * 1_000 + microsecondOf(at);

/** An instant in ISO 8601, with microseconds where it has them. */
export function formatInstant(at: Date): string {
  const microsecond = microsecondOf(at);
  return microsecond === 0
    ? at.toISOString()
    : at.toISOString().replace('Z', `${String(microsecond).padStart(3, '0')}Z`);
}
