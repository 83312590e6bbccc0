/*
 * Whether a commit takes more processor time than another one, decided while pairs of rounds are measured. Each pair
 * is the ratio of two rounds that followed each other.
 *
 * The interval is that of the signed-rank test by Wilcoxon: it assumes nothing of the distribution of the logarithms
 * but its symmetry, which the alternating order of the two rounds gives, and a few disturbed rounds hardly change it.
 */

/** A commit fails if it takes more than this times the processor time. */
export const THRESHOLD = 1.1;

export type Verdict = 'regression' | 'fine' | 'more';

/**
 * Decides when the interval of the ratio is on one side of the threshold.
 *
 * @param ratios of all pairs so far, commit to base; only an even number decides, in which each commit came first equally often
 * @param risk that the interval does not contain the ratio, such as 0.01 for an interval of 99 %
 */
export function decide(ratios: readonly number[], risk: number): Verdict {
  if (ratios.length % 2 !== 0) return 'more';
  const outside = averagesOutside(ratios.length, risk);
  if (outside === 0) return 'more';
  const above = averagesAbove(ratios, THRESHOLD);
  if (above < outside) return 'fine';
  return above > averageCount(ratios.length) - outside ? 'regression' : 'more';
}

/**
 * Servers of equal code differ persistently, by up to 7 % of processor time, from one start to the next: what is not
 * clear is repeated with new processes, each on the other copy of the data set.
 */
const STARTS = 3;
/** Halfway to the threshold: below it, the difference between starts does not matter. */
const CLEAR = Math.sqrt(THRESHOLD);

export type Step = 'pair' | 'restart' | 'regression' | 'fine' | 'undecided';

/**
 * What follows the pairs so far: another pair, a restart of both servers, or the verdict, over the pairs of all starts.
 *
 * @param starts the ratios of each start of the servers
 * @param pairs how many the first start has at most; the others have as many as it had
 */
export function nextStep(
  starts: readonly (readonly number[])[],
  { risk, pairs }: { risk: number; pairs: number },
): Step {
  const [first = [], ...others] = starts;
  const last = others.at(-1);
  if (!last) {
    const verdict = decide(first, risk);
    if (verdict === 'more' && (first.length < pairs || first.length % 2 !== 0)) return 'pair';
    return verdict === 'fine' && intervalOf(first, risk).ratio < CLEAR ? 'fine' : 'restart';
  }
  if (last.length < first.length) return 'pair';
  if (starts.length < STARTS) return 'restart';
  const verdict = decide(starts.flat(), risk);
  if (verdict !== 'more') return verdict;
  return last.length < pairs || starts.flat().length % 2 !== 0 ? 'pair' : 'undecided';
}

export type Interval = { ratio: number; low: number; high: number };

/** The ratio of all pairs and its interval, which is unbounded for too few pairs. */
export function intervalOf(ratios: readonly number[], risk: number): Interval {
  const logs = ratios.map(Math.log);
  const averages = Float64Array.from(
    logs.flatMap((one, index) => logs.slice(index).map((other) => (one + other) / 2)),
  ).sort();
  const outside = averagesOutside(ratios.length, risk);
  const at = (index: number) => Math.exp(averages[index] ?? Number.NaN);
  const middle = (averages.length - 1) / 2;
  return {
    ratio: Math.sqrt(at(Math.floor(middle)) * at(Math.ceil(middle))),
    low: outside === 0 ? 0 : at(outside - 1),
    high: outside === 0 ? Number.POSITIVE_INFINITY : at(averages.length - outside),
  };
}

/** The number of averages of two of `count` values, each also with itself. */
const averageCount = (count: number) => (count * (count + 1)) / 2;

/** How many averages of two logarithms exceed that of a ratio: the sum of the ranks of the ratios above it. */
function averagesAbove(ratios: readonly number[], ratio: number): number {
  const differences = ratios.map((each) => Math.log(each / ratio));
  const ranked = differences.sort((one, other) => Math.abs(one) - Math.abs(other));
  return ranked.reduce((sum, difference, index) => (difference > 0 ? sum + index + 1 : sum), 0);
}

const known = new Map<string, number>();

/**
 * How many of the lowest averages, and how many of the highest, are needed to leave the interval: the k-th lowest and
 * the k-th highest are its ends. 0 where so few pairs have no interval of this risk.
 */
function averagesOutside(count: number, risk: number): number {
  const key = `${count} ${risk}`;
  const found = known.get(key) ?? quantile(count, risk / 2);
  known.set(key, found);
  return found;
}

/** The number of rank sums, from 0 on, whose probabilities together are at most `probability`. */
function quantile(count: number, probability: number): number {
  // The probability of each sum of the ranks 1 to `count`, each of which is in the sum or not.
  let sums = Float64Array.of(1);
  for (let rank = 1; rank <= count; rank += 1) {
    const next = new Float64Array(sums.length + rank);
    for (const [sum, share] of sums.entries()) {
      next[sum] = (next[sum] ?? 0) + share / 2;
      next[sum + rank] = (next[sum + rank] ?? 0) + share / 2;
    }
    sums = next;
  }
  let total = 0;
  let number = 0;
  for (; total + (sums[number] ?? 1) <= probability; number += 1) total += sums[number] ?? 0;
  return number;
}
