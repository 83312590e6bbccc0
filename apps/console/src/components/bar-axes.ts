const MAX_STEPS = 5;

/**
 * Round numbers from 0 for the axis of a bar chart.
 *
 * @param highest of the counts that are drawn
 * @returns two to six numbers at equal distances, the last of them not below the highest count
 */
export function ticksOf(highest: number): number[] {
  const least = Math.max(1, highest / MAX_STEPS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5].map((each) => each * power).find((each) => each >= least) ?? 10 * power;
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step);
}

/** Characters of all labels together that fit below the narrowest chart. */
const CHARACTERS = 32;

/** The indexes of the bars whose labels are shown: as many as fit, at equal distances. */
export function labelledBars(labels: readonly string[]): number[] {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const distance = Math.ceil(labels.length / Math.max(1, Math.floor(CHARACTERS / longest)));
  return [...labels.keys()].filter((index) => index % distance === Math.floor(distance / 2));
}
