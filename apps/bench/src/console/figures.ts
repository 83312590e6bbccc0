/** The 50th percentile. */
export const median = (values: readonly number[]): number => percentile(values, 50);

/** The smallest value that at least `share` percent of the values do not exceed; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0;
}
