import { clock, createFactories, day, type TestDatabase } from '@channel/prisma/testing';
import { type CaseJob, CITIES, type ClashCase, DAY, TRAVEL_TIMES } from './clash-case.ts';
import { CLASH_CASES } from './clash-cases.ts';
import { contextFor, SETTINGS } from './context.ts';

/** The assignment of a person to a job of a case, as the dispatch board takes it. */
export type CaseMove = { orderId: number; task: CaseJob['task']; personId: number };

/** A case in the database: its person, who is assigned to nothing yet, and the moves that assign the jobs. */
export type BuiltCase = ClashCase & { personId: number; moves: CaseMove[] };

const KILOMETRES_PER_DEGREE = 111.195;

const settings = { ...SETTINGS, capacityTags: ['wheelchairs'] };

/** Builds all cases, with staff who dispatch them. */
export async function clashWorld({ db }: TestDatabase) {
  const make = createFactories(db);
  const staff = await make.userWith(['orders.view-all', 'console.access']);
  const context = await contextFor(db, staff.id, { settings });
  const home = await make.home();
  const role = await make.role({ permissions: ['transfers.drive', 'tours.guide'] });
  const cities = new Map<string, { id: number; pointId: number | null }>();
  for (const [name, { timeZone, at }] of Object.entries(CITIES)) {
    const city = await make.city({ name, timeZone });
    const point = at && (await make.point({ cityId: city.id, latitude: at[0], longitude: at[1] }));
    cities.set(name, { id: city.id, pointId: point?.id ?? null });
  }
  const cityOf = (name: string) => {
    const city = cities.get(name);
    if (!city) throw new Error(`no city ${name}`);
    return city;
  };
  for (const { from, to, minutes } of TRAVEL_TIMES) {
    const [fromCityId = 0, toCityId = 0] = [cityOf(from).id, cityOf(to).id].sort((one, other) => one - other);
    await db.travelTime.create({ data: { organizationId: home.id, fromCityId, toCityId, minutes } });
  }

  async function build(each: ClashCase): Promise<BuiltCase> {
    const person = await make.user({ roles: [role.id], name: each.name });
    const of = { organizationId: home.id, userId: person.id };
    for (const [key, value] of Object.entries(each.tags ?? {})) await make.tag(key, value, { userId: person.id });
    await db.workingHours.createMany({
      data: (each.hours ?? []).map(([weekday, from, to]) => ({
        ...of,
        weekday,
        startTime: clock(from),
        endTime: clock(to),
      })),
    });
    await db.absence.createMany({
      data: (each.absences ?? []).map(([from, until, reason = '']) => ({
        ...of,
        startsAtLocal: new Date(`${from}Z`),
        endsAtLocal: new Date(`${until}Z`),
        reason,
      })),
    });
    const offers = new Map<string, Awaited<ReturnType<typeof make.offer>>>();
    const moves: CaseMove[] = [];
    for (const job of each.jobs) {
      const offer = (job.departure && offers.get(job.departure)) || (await offerOf(job));
      if (job.departure && offer) offers.set(job.departure, offer);
      moves.push({ orderId: await orderOf(job, offer), task: job.task, personId: person.id });
    }
    return { ...each, personId: person.id, moves };
  }

  const readingOf = ({ at, on = DAY }: CaseJob) => (at ? (at.includes('T') ? at : `${DAY}T${at}`) : `${on}T00:00`);

  /** The departure of a job; null where the order has none. */
  async function offerOf(job: CaseJob) {
    const start = job.task === 'guide' ? job.at : job.experience;
    if (start === undefined) return null;
    const city = cityOf(job.city ?? 'amsterdam');
    const [date = '', time = ''] = readingOf({ ...job, at: start }).split('T');
    const isWholeDay = start === '';
    return make.offer([], {
      product: { cityId: city.id, locationId: city.pointId, ...job.product },
      level: { availabilityType: isWholeDay ? 'daily' : 'per_time' },
      departure: { date: day(date), startTime: isWholeDay ? null : clock(time), endTime: null, capacity: 100 },
    });
  }

  async function orderOf(job: CaseJob, offer: Awaited<ReturnType<typeof offerOf>>): Promise<number> {
    const name = job.city ?? 'amsterdam';
    const { timeZone } = CITIES[name];
    const [date = '', time = ''] = readingOf(job).split('T');
    const transfer = { date: day(date), time: job.at ? clock(time) : null, pointId: await pointOf(job) };
    const until = job.until && (job.until.includes('T') ? job.until : `${date}T${job.until}`);
    const productId = offer ? undefined : await productOf(job);
    const order = await make.order({
      offer,
      cityId: cityOf(name).id,
      timeZone,
      passengers: Array.from({ length: job.guests ?? 1 }, () => ({})),
      tags: job.tags ?? {},
      ...(productId === undefined ? {} : { productId }),
      ...(until ? { endsAtLocal: new Date(`${until}Z`), endsAt: new Date(`${until}Z`) } : {}),
      ...(job.task === 'guide' ? {} : { [job.task]: transfer }),
    });
    return order.id;
  }

  /** The product of an order without a booking, where the case says something about it. */
  const productOf = async ({ product }: CaseJob) =>
    product && (await make.product({ ...product, locationId: null })).id;

  async function pointOf({ north, city = 'amsterdam' }: CaseJob): Promise<number | null> {
    const centre = CITIES[city].at;
    if (north === undefined || !centre) return null;
    const latitude = centre[0] + north / KILOMETRES_PER_DEGREE;
    const organizationId = home.id;
    return (await make.point({ cityId: cityOf(city).id, latitude, longitude: centre[1], organizationId })).id;
  }

  const cases: BuiltCase[] = [];
  for (const each of CLASH_CASES) cases.push(await build(each));
  return { make, context, cases };
}
