import { dateText, timeText, wallClockAt } from '../shared/calendar.ts';
import { phrases } from './clash-phrases.ts';
import type { Clash, ClashFacts, Group, NamedJob } from './clash-types.ts';
import type { PlacedJob } from './load-jobs.ts';

/** Jobs that a sentence names; it counts the others. */
const MAX_NAMED = 5;

/** The named jobs of a finding are few, whatever their number. */
export const factsOf = ({ groups, ...clash }: Clash<PlacedJob>): ClashFacts => ({
  ...clash,
  jobs: groups.slice(0, MAX_NAMED).map(named),
  more: Math.max(0, groups.length - MAX_NAMED),
});

function named([first, ...others]: Group<PlacedJob>): NamedJob {
  const { task, orderId, earliest, latest, least, likely, timeZone, job } = first;
  const isTimed = earliest === latest;
  return {
    task,
    orderId,
    city: job.city,
    from: readingAt(earliest, timeZone),
    until: isTimed ? readingAt(earliest + likely, timeZone) : null,
    isEstimated: least !== likely,
    others: others.length,
  };
}

function readingAt(instant: number, timeZone: string): string {
  const { date, time } = wallClockAt(new Date(instant), timeZone);
  return `${dateText(date)}T${timeText(time).slice(0, 5)}`;
}

/**
 * The sentence of a finding, the same on every path.
 *
 * @param lang ISO 639-1 code; English where there are no phrases in it
 */
export function clashText(clash: ClashFacts, person: string, lang: string): string {
  const say = phrases[lang] ?? phrases.en;
  const names = clash.jobs.map((job) => say.job(job));
  const [first = '', second = ''] = names;
  const list = [...names, ...(clash.more > 0 ? [say.more(clash.more)] : [])];
  switch (clash.kind) {
    case 'overlap':
      return clash.severity === 'impossible'
        ? say.overlap(person, first, second)
        : say.mayOverlap(person, first, second);
    case 'twoPlaces':
      return say.twoPlaces(person, first, second);
    case 'travel':
      if (names.length === 1) {
        if (clash.severity === 'impossible' && clash.free === 0) return say.afterStart(person, first);
        return clash.way === null
          ? say.unknownLate(person, first, clash.free)
          : say.late(person, first, clash.way, clash.free);
      }
      if (clash.way === null) return say.unknownWay(person, first, second, clash.free);
      return clash.severity === 'impossible'
        ? say.tooFar(person, first, second, clash.way, clash.free)
        : say.littleTime(person, first, second, clash.way, clash.free);
    case 'noTime':
      return say.noTime(person, first, list.slice(1));
    case 'capacity':
      if (clash.available === null)
        return say.unknownCapacity(person, clash.isSeats ? null : clash.tag, clash.needed, list);
      return say.capacity(person, clash.isSeats ? null : clash.tag, clash.needed, clash.available, list);
    case 'notEligible':
      return say.notEligible(person, first, clash.jobs[0]?.task === 'guide');
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
