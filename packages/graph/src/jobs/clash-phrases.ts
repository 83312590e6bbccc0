import type { NamedJob } from './clash-types.ts';

type Hours = readonly { from: string; to: string }[];

/** The sentences of findings in one language. Times are local to the place of the job; ways and gaps are in minutes. */
export type Phrases = {
  job(job: NamedJob): string;
  moment(reading: string): string;
  more(count: number): string;
  overlap(person: string, first: string, second: string): string;
  mayOverlap(person: string, first: string, second: string): string;
  twoPlaces(person: string, first: string, second: string): string;
  tooFar(person: string, first: string, second: string, way: number, free: number): string;
  littleTime(person: string, first: string, second: string, way: number, free: number): string;
  unknownWay(person: string, first: string, second: string, free: number): string;
  late(person: string, job: string, way: number, free: number): string;
  unknownLate(person: string, job: string, free: number): string;
  afterStart(person: string, job: string): string;
  noTime(person: string, job: string, others: string[]): string;
  capacity(person: string, tag: string | null, needed: number, available: number, jobs: string[]): string;
  unknownCapacity(person: string, tag: string | null, needed: number, jobs: string[]): string;
  notEligible(person: string, job: string, isGuide: boolean): string;
  language(person: string, orderId: number, wanted: string[], spoken: string[]): string;
  absence(person: string, job: string, from: string, until: string, reason: string): string;
  dayOff(person: string, job: string): string;
  outsideHours(person: string, job: string, hours: Hours, isEstimate: boolean): string;
};

const dayFormat = (lang: string) => {
  const format = new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (reading: string) => format.format(new Date(`${reading.slice(0, 10)}T00:00:00Z`));
};
const clock = (reading: string) => reading.slice(11, 16);
const inBrackets = (text: string) => (text ? ` (${text})` : '');

/** `24 Nov, 10:00 until about 12:00`: with the second day where it is another one. */
function spanOf(job: NamedJob, day: (reading: string) => string, until: string, about: string): string {
  if (job.until === null) return day(job.from);
  const isLater = job.until.slice(0, 10) !== job.from.slice(0, 10);
  const end = isLater ? `${day(job.until)} ${clock(job.until)}` : clock(job.until);
  return `${day(job.from)}, ${clock(job.from)} ${job.isEstimated ? about : until} ${end}`;
}

const spans = (hours: Hours, and: string) => hours.map(({ from, to }) => `${from}–${to}`).join(` ${and} `);

const enDay = dayFormat('en-GB');
const en: Phrases = {
  job: (job) => {
    const what = { pickup: 'the pickup', dropoff: 'the drop-off', guide: 'the tour' }[job.task];
    const orders = job.others > 0 ? `order ${job.orderId} and ${job.others} more` : `order ${job.orderId}`;
    return `${what} of ${orders} in ${job.city} (${spanOf(job, enDay, 'until', 'until about')})`;
  },
  moment: (reading) => `${enDay(reading)} ${clock(reading)}`,
  more: (count) => `${count} more`,
  overlap: (person, first, second) => `${person} cannot do both ${first} and ${second}.`,
  mayOverlap: (person, first, second) => `${person} is probably still busy with ${first} when ${second} begins.`,
  twoPlaces: (person, first, second) => `${person} is to be in two places at once: ${first} and ${second}.`,
  tooFar: (person, first, second, way, free) =>
    `${person} cannot get from ${first} to ${second} in time: it takes about ${way} min, and there are ${free} min.`,
  littleTime: (person, first, second, way, free) =>
    `${person} has little time from ${first} to ${second}: it takes about ${way} min, and there are ${free} min.`,
  unknownWay: (person, first, second, free) =>
    `It is unknown how long ${person} takes from ${first} to ${second}; there are ${free} min.`,
  late: (person, job, way, free) =>
    `${person} cannot be at the start in time with ${job}: it takes about ${way} min, and there are ${free} min.`,
  unknownLate: (person, job, free) =>
    `It is unknown how long ${person} takes to the start with ${job}; there are ${free} min.`,
  afterStart: (person, job) => `${person} cannot be at the start in time with ${job}: it is not before the start.`,
  noTime: (person, job, others) =>
    `${person} has other jobs on the day of ${job}, which has no time: ${others.join(', ')}.`,
  capacity: (person, tag, needed, available, jobs) =>
    tag === null
      ? `${needed} ${needed === 1 ? 'guest' : 'guests'}, and ${person} has ${available} seats: ${jobs.join(', ')}.`
      : `${needed} × ${tag}, and ${person} takes ${available}: ${jobs.join(', ')}.`,
  unknownCapacity: (person, tag, needed, jobs) =>
    tag === null
      ? `${needed} ${needed === 1 ? 'guest' : 'guests'}, and the number of seats of ${person} cannot be read: ${jobs.join(', ')}.`
      : `${needed} × ${tag}, and how many ${person} takes cannot be read: ${jobs.join(', ')}.`,
  notEligible: (person, job, isGuide) =>
    `${person} no longer works here as a ${isGuide ? 'guide' : 'driver'}, and is assigned to ${job}.`,
  language: (person, orderId, wanted, spoken) =>
    `Order ${orderId} asks for ${wanted.join(', ')}, and ${person} speaks ${spoken.join(', ') || 'no language that is known'}.`,
  absence: (person, job, from, until, reason) =>
    `${person} is absent from ${from} to ${until}${inBrackets(reason)}, during ${job}.`,
  dayOff: (person, job) => `${person} does not work on the day of ${job}.`,
  outsideHours: (person, job, hours, isEstimate) =>
    isEstimate
      ? `${person} works ${spans(hours, 'and')}, and ${job} may take longer.`
      : `${person} works ${spans(hours, 'and')}, and not during all of ${job}.`,
};

const nlDay = dayFormat('nl-NL');
const nl: Phrases = {
  job: (job) => {
    const what = { pickup: 'het ophalen', dropoff: 'het terugbrengen', guide: 'de rondleiding' }[job.task];
    const orders = job.others > 0 ? `order ${job.orderId} en nog ${job.others}` : `order ${job.orderId}`;
    return `${what} van ${orders} in ${job.city} (${spanOf(job, nlDay, 'tot', 'tot ongeveer')})`;
  },
  moment: (reading) => `${nlDay(reading)} ${clock(reading)}`,
  more: (count) => `nog ${count}`,
  overlap: (person, first, second) => `${person} kan niet zowel ${first} als ${second} doen.`,
  mayOverlap: (person, first, second) => `${person} is waarschijnlijk nog bezig met ${first} als ${second} begint.`,
  twoPlaces: (person, first, second) => `${person} moet op twee plaatsen tegelijk zijn: ${first} en ${second}.`,
  tooFar: (person, first, second, way, free) =>
    `${person} komt niet op tijd van ${first} naar ${second}: dat duurt ongeveer ${way} min, en er zijn ${free} min.`,
  littleTime: (person, first, second, way, free) =>
    `${person} heeft weinig tijd van ${first} naar ${second}: dat duurt ongeveer ${way} min, en er zijn ${free} min.`,
  unknownWay: (person, first, second, free) =>
    `Het is onbekend hoe lang ${person} erover doet van ${first} naar ${second}; er zijn ${free} min.`,
  late: (person, job, way, free) =>
    `${person} is niet op tijd bij het begin met ${job}: dat duurt ongeveer ${way} min, en er zijn ${free} min.`,
  unknownLate: (person, job, free) =>
    `Het is onbekend hoe lang ${person} erover doet naar het begin met ${job}; er zijn ${free} min.`,
  afterStart: (person, job) => `${person} is niet op tijd bij het begin met ${job}: dat is niet vóór het begin.`,
  noTime: (person, job, others) =>
    `${person} heeft andere taken op de dag van ${job}, die geen tijd heeft: ${others.join(', ')}.`,
  capacity: (person, tag, needed, available, jobs) =>
    tag === null
      ? `${needed} ${needed === 1 ? 'gast' : 'gasten'}, en ${person} heeft ${available} zitplaatsen: ${jobs.join(', ')}.`
      : `${needed} × ${tag}, en ${person} neemt er ${available} mee: ${jobs.join(', ')}.`,
  unknownCapacity: (person, tag, needed, jobs) =>
    tag === null
      ? `${needed} ${needed === 1 ? 'gast' : 'gasten'}, en het aantal zitplaatsen van ${person} is niet te lezen: ${jobs.join(', ')}.`
      : `${needed} × ${tag}, en hoeveel ${person} er meeneemt is niet te lezen: ${jobs.join(', ')}.`,
  notEligible: (person, job, isGuide) =>
    `${person} werkt hier niet meer als ${isGuide ? 'gids' : 'chauffeur'}, en is ingedeeld bij ${job}.`,
  language: (person, orderId, wanted, spoken) =>
    `Order ${orderId} vraagt om ${wanted.join(', ')}, en ${person} spreekt ${spoken.join(', ') || 'geen bekende taal'}.`,
  absence: (person, job, from, until, reason) =>
    `${person} is afwezig van ${from} tot ${until}${inBrackets(reason)}, tijdens ${job}.`,
  dayOff: (person, job) => `${person} werkt niet op de dag van ${job}.`,
  outsideHours: (person, job, hours, isEstimate) =>
    isEstimate
      ? `${person} werkt ${spans(hours, 'en')}, en ${job} kan langer duren.`
      : `${person} werkt ${spans(hours, 'en')}, en niet tijdens heel ${job}.`,
};

const deDay = dayFormat('de-DE');
const de: Phrases = {
  job: (job) => {
    const what = { pickup: 'die Abholung', dropoff: 'die Rückfahrt', guide: 'die Führung' }[job.task];
    const orders = job.others > 0 ? `Auftrag ${job.orderId} und ${job.others} weiteren` : `Auftrag ${job.orderId}`;
    return `${what} von ${orders} in ${job.city} (${spanOf(job, deDay, 'bis', 'bis etwa')})`;
  },
  moment: (reading) => `${deDay(reading)} ${clock(reading)}`,
  more: (count) => `${count} weitere`,
  overlap: (person, first, second) => `${person} kann nicht beides übernehmen: ${first} und ${second}.`,
  mayOverlap: (person, first, second) =>
    `${person} hat wahrscheinlich noch zu tun (${first}), wenn es weitergeht: ${second}.`,
  twoPlaces: (person, first, second) => `${person} müsste an zwei Orten zugleich sein: ${first} und ${second}.`,
  tooFar: (person, first, second, way, free) =>
    `${person} kommt nicht rechtzeitig an: ${first}, danach ${second}. Der Weg dauert etwa ${way} Min., Zeit sind ${free} Min.`,
  littleTime: (person, first, second, way, free) =>
    `${person} hat wenig Zeit: ${first}, danach ${second}. Der Weg dauert etwa ${way} Min., Zeit sind ${free} Min.`,
  unknownWay: (person, first, second, free) =>
    `Wie lange der Weg von ${person} dauert, ist unbekannt: ${first}, danach ${second}. Zeit sind ${free} Min.`,
  late: (person, job, way, free) =>
    `${person} ist nicht rechtzeitig zum Beginn da: ${job}. Der Weg dauert etwa ${way} Min., Zeit sind ${free} Min.`,
  unknownLate: (person, job, free) =>
    `Wie lange der Weg von ${person} zum Beginn dauert, ist unbekannt: ${job}. Zeit sind ${free} Min.`,
  afterStart: (person, job) => `${person} ist nicht rechtzeitig zum Beginn da: ${job}. Sie liegt nicht vor dem Beginn.`,
  noTime: (person, job, others) =>
    `Ohne Uhrzeit: ${job}. ${person} hat an diesem Tag noch anderes zu tun: ${others.join(', ')}.`,
  capacity: (person, tag, needed, available, jobs) =>
    tag === null
      ? `${needed} ${needed === 1 ? 'Gast' : 'Gäste'}, und ${person} hat ${available} Sitzplätze: ${jobs.join(', ')}.`
      : `${needed} × ${tag}, und ${person} nimmt ${available} mit: ${jobs.join(', ')}.`,
  unknownCapacity: (person, tag, needed, jobs) =>
    tag === null
      ? `${needed} ${needed === 1 ? 'Gast' : 'Gäste'}, und die Zahl der Sitzplätze von ${person} ist nicht lesbar: ${jobs.join(', ')}.`
      : `${needed} × ${tag}, und wie viele ${person} mitnimmt, ist nicht lesbar: ${jobs.join(', ')}.`,
  notEligible: (person, job, isGuide) =>
    `${person} arbeitet hier nicht mehr (${isGuide ? 'Führungen' : 'Fahrten'}) und ist noch eingeteilt: ${job}.`,
  language: (person, orderId, wanted, spoken) =>
    `Auftrag ${orderId} verlangt ${wanted.join(', ')}, und ${person} spricht ${spoken.join(', ') || 'keine bekannte Sprache'}.`,
  absence: (person, job, from, until, reason) =>
    `${person} ist vom ${from} bis ${until} abwesend${inBrackets(reason)}; betroffen: ${job}.`,
  dayOff: (person, job) => `${person} arbeitet an diesem Tag nicht: ${job}.`,
  outsideHours: (person, job, hours, isEstimate) =>
    isEstimate
      ? `${person} arbeitet ${spans(hours, 'und')}; länger dauern könnte ${job}.`
      : `${person} arbeitet ${spans(hours, 'und')}; nicht ganz in dieser Zeit liegt ${job}.`,
};

export const phrases: Readonly<Record<string, Phrases>> & { en: Phrases } = { en, nl, de };
