import { crew } from '../people/users.ts';
import type { Random } from '../random.ts';

type Job = { country: string; date: string; departure: string };

/**
 * Assigns drivers and guides: in their own country, one departure a day, the same person for all guests of a departure.
 */
export function createRoster(chance: Random) {
  const busy = new Map<string, string>();
  const assigned = new Map<string, string | null>();

  function assign(kind: keyof typeof crew, { country, date, departure }: Job, likelihood: number): string | null {
    const job = `${kind} ${departure} ${date}`;
    const known = assigned.get(job);
    if (known !== undefined) return known;
    const free = crew[kind].filter(({ key, countries }) => countries.includes(country) && !busy.has(`${key} ${date}`));
    const person = free.length > 0 && chance.chance(likelihood) ? chance.pick(free).key : null;
    assigned.set(job, person);
    if (person) busy.set(`${person} ${date}`, departure);
    return person;
  }

  return {
    driver: (job: Job, likelihood: number) => assign('drivers', job, likelihood),
    guide: (job: Job, likelihood: number) => assign('guides', job, likelihood),
  };
}

export type Roster = ReturnType<typeof createRoster>;
