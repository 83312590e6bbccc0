import { dateText, timeText, wallClockAt } from '../shared/calendar.ts';
import { phrases } from './clash-phrases.ts';
import type { Clash, ClashFacts, NamedJob } from './clash-types.ts';
import type { PlacedJob } from './load-jobs.ts';

export const factsOf = ({ jobs, ...clash }: Clash<PlacedJob>): ClashFacts => ({ ...clash, jobs: jobs.map(named) });

function named({ task, orderId, earliest, latest, least, likely, timeZone, job }: PlacedJob): NamedJob {
  const isTimed = earliest === latest;
  return {
    task,
    orderId,
    city: job.city,
    from: readingAt(earliest, timeZone),
    until: isTimed ? readingAt(earliest + likely, timeZone) : null,
    isEstimated: least !== likely,
  };
}

function readingAt(instant: number, timeZone: string): string {
  const { date, time } = wallClockAt(new Date(instant), timeZone);
  return `${dateText(date)}T${timeText(time).slice(0, 5)}`;
}

/** Jobs that a sentence names; it counts the others. */
const MAX_NAMED = 5;

/**
 * The sentence of a finding, the same on every path.
 *
 * @param lang ISO 639-1 code; English where there are no phrases in it
 */
export function clashText(clash: ClashFacts, person: string, lang: string): string {
  const say = phrases[lang] ?? phrases.en;
  const names = clash.jobs.slice(0, MAX_NAMED).map((job) => say.job(job));
  const [first = '', second = ''] = names;
  const list = [...names, ...(clash.jobs.length > MAX_NAMED ? [say.more(clash.jobs.length - MAX_NAMED)] : [])];
  switch (clash.kind) {
    case 'overlap':
      return clash.severity === 'impossible'
        ? say.overlap(person, first, second)
        : say.mayOverlap(person, first, second);
    case 'twoPlaces':
      return say.twoPlaces(person, first, second);
    case 'travel':
      if (clash.way === null) return say.unknownWay(person, first, second, clash.free);
      return clash.severity === 'impossible'
        ? say.tooFar(person, first, second, clash.way, clash.free)
        : say.littleTime(person, first, second, clash.way, clash.free);
    case 'noTime':
      return say.noTime(person, first, list.slice(1));
    case 'capacity':
      return say.capacity(person, clash.tag, clash.needed, clash.available, list);
    case 'language':
      return say.language(person, clash.jobs[0]?.orderId ?? 0, clash.wanted, clash.spoken);
    case 'absence':
      return say.absence(person, first, say.moment(clash.from), say.moment(clash.until), clash.reason);
    case 'workingHours':
      return clash.hours.length === 0
        ? say.dayOff(person, first)
        : say.outsideHours(person, first, clash.hours, clash.severity === 'tight');
  }
}
