/** Between two instants or two local readings, in milliseconds. */
export type Span = { from: number; until: number };

export const overlaps = (one: Span, other: Span): boolean => one.from < other.until && other.from < one.until;

/** The part of a span that lies in another one; empty without any. */
export function within({ from, until }: Span, bounds: Span): Span[] {
  const clipped = { from: Math.max(bounds.from, from), until: Math.min(bounds.until, until) };
  return clipped.from < clipped.until ? [clipped] : [];
}

/** The length of spans; where some overlap, it counts once. */
export function lengthOf(spans: readonly Span[]): number {
  let [length, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, until } of [...spans].sort((one, other) => one.from - other.from)) {
    length += Math.max(0, until - Math.max(from, end));
    end = Math.max(end, until);
  }
  return length;
}

/** The length of the parts of spans that are in none of the others. */
export const lengthOutside = (spans: readonly Span[], others: readonly Span[]): number =>
  lengthOf([...spans, ...others]) - lengthOf(others);
