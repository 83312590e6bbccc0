/** The value that half of the values don't exceed. */
export const median = (values: readonly number[]): number => percentile(values, 50);

/** The value that so many per cent of the values don't exceed; 0 where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0;
}
