/*
 * Cases of the rule of clashes, in the terms of staff: each case is one person with some jobs. Every path that assigns
 * must give the expected findings.
 */

/** A job of a case. Times are local to the city: `HH:MM` is on `DAY`, `YYYY-MM-DDTHH:MM` on any day. */
export type CaseJob = {
  task: 'pickup' | 'dropoff' | 'guide';
  city?: keyof typeof CITIES;
  /** When the guide or the transfer begins; left out: at any time of `on`. */
  at?: string;
  /** The day of a job without a time. */
  on?: string;
  /** When the experience of a guide job ends; left out: unknown. */
  until?: string;
  /** When the experience of a pickup begins; left out: there is none. */
  experience?: string;
  /** Kilometres north of the city's centre where a transfer picks up or drops off; left out: somewhere in the city. */
  north?: number;
  guests?: number;
  tags?: Record<string, string | number>;
  product?: { guideMinutes?: number; transferMinutes?: number };
  /** Jobs with the same name belong to one departure. */
  departure?: string;
};

export type ClashCase = {
  name: string;
  jobs: CaseJob[];
  tags?: Record<string, string | number>;
  /** Weekday, from, to. */
  hours?: [weekday: number, from: string, to: string][];
  absences?: [from: string, until: string, reason?: string][];
  /** Severity and kind of each finding. */
  expected: string[];
};

/** A Wednesday. */
export const DAY = '2026-06-10';

/** Latitude, longitude and time zone; without coordinates no point of the city is known. */
export const CITIES = {
  amsterdam: { timeZone: 'Europe/Amsterdam', at: [52.37, 4.9] },
  antwerp: { timeZone: 'Europe/Brussels', at: [51.2194, 4.4025] },
  rotterdam: { timeZone: 'Europe/Amsterdam', at: [51.9225, 4.4792] },
  cologne: { timeZone: 'Europe/Berlin', at: [50.9413, 6.9583] },
  funchal: { timeZone: 'Atlantic/Madeira', at: [32.6496, -16.9086] },
  honolulu: { timeZone: 'Pacific/Honolulu', at: [21.3069, -157.8583] },
  auckland: { timeZone: 'Pacific/Auckland', at: [-36.8485, 174.7633] },
  newYork: { timeZone: 'America/New_York', at: [40.7128, -74.006] },
  unmapped: { timeZone: 'Europe/Amsterdam', at: null },
  uncharted: { timeZone: 'Europe/Amsterdam', at: null },
} as const;

/** Minutes between cities that the organization has set. */
export const TRAVEL_TIMES = [{ from: 'amsterdam', to: 'cologne', minutes: 120 }] as const;

const guide = (at: string, until?: string, more: Partial<CaseJob> = {}): CaseJob => ({
  task: 'guide',
  at,
  ...(until ? { until } : {}),
  ...more,
});
const pickup = (at: string, more: Partial<CaseJob> = {}): CaseJob => ({ task: 'pickup', at, ...more });
const dropoff = (at: string, more: Partial<CaseJob> = {}): CaseJob => ({ task: 'dropoff', at, ...more });
const boat = { departure: 'the boat', experience: '10:00' };
const WEEKDAYS = [1, 2, 3, 4, 5];
const office = WEEKDAYS.map((weekday): [number, string, string] => [weekday, '09:00', '17:00']);

export const CLASH_CASES: readonly ClashCase[] = [
  // Known ends
  { name: 'one job', jobs: [guide('10:00', '12:00')], expected: [] },
  {
    name: 'known ends overlap',
    jobs: [guide('10:00', '12:00'), guide('11:00', '13:00')],
    expected: ['impossible overlap'],
  },
  {
    name: 'one contains the other',
    jobs: [guide('10:00', '16:00'), guide('11:00', '12:00')],
    expected: ['impossible overlap'],
  },
  { name: 'known ends touch', jobs: [guide('10:00', '12:00'), guide('12:00', '13:00')], expected: [] },
  {
    name: 'a long job overlaps each of two others',
    jobs: [guide('08:00', '16:00'), guide('09:00', '10:00'), guide('11:00', '12:00')],
    expected: ['impossible overlap', 'impossible overlap'],
  },
  // Unknown ends
  { name: 'an estimated end overlaps', jobs: [guide('10:00'), guide('10:30')], expected: ['tight overlap'] },
  {
    name: 'an estimated end overlaps by a minute',
    jobs: [guide('10:00'), guide('11:59')],
    expected: ['tight overlap'],
  },
  { name: 'an estimated end touches', jobs: [guide('10:00'), guide('12:00')], expected: [] },
  { name: 'the same instant, ends unknown', jobs: [guide('10:00'), guide('10:00')], expected: ['impossible overlap'] },
  {
    name: 'a product with a longer estimate',
    jobs: [guide('10:00', undefined, { product: { guideMinutes: 240 } }), guide('13:00')],
    expected: ['tight overlap'],
  },
  {
    name: 'a product with a shorter estimate',
    jobs: [guide('10:00', undefined, { product: { guideMinutes: 30 } }), guide('10:45')],
    expected: [],
  },
  {
    name: 'a transfer with the estimate of its product',
    jobs: [dropoff('10:00', { product: { transferMinutes: 90 } }), dropoff('11:00')],
    expected: ['tight overlap'],
  },
  { name: 'transfers with the usual estimate', jobs: [dropoff('10:00'), dropoff('10:30')], expected: [] },
  {
    name: 'a known end and an unknown one',
    jobs: [guide('10:00', '12:00'), guide('11:00')],
    expected: ['impossible overlap'],
  },
  // Ways
  {
    name: 'Antwerp and Rotterdam half an hour apart',
    jobs: [guide('10:00', undefined, { city: 'antwerp' }), guide('10:30', undefined, { city: 'rotterdam' })],
    expected: ['impossible travel'],
  },
  {
    name: 'Antwerp and Rotterdam at the same instant',
    jobs: [guide('10:00', undefined, { city: 'antwerp' }), guide('10:00', undefined, { city: 'rotterdam' })],
    expected: ['impossible twoPlaces'],
  },
  {
    name: 'Funchal and Cologne half an hour apart on their clocks',
    jobs: [guide('16:20', undefined, { city: 'funchal' }), guide('17:50', undefined, { city: 'cologne' })],
    expected: ['impossible travel'],
  },
  {
    name: 'a way of 94 minutes and an hour',
    jobs: [guide('10:00', '11:00', { city: 'antwerp' }), guide('12:00', '13:00', { city: 'rotterdam' })],
    expected: ['impossible travel'],
  },
  {
    name: 'a way of 94 minutes and 100',
    jobs: [guide('10:00', '11:00', { city: 'antwerp' }), guide('12:40', '13:00', { city: 'rotterdam' })],
    expected: ['tight travel'],
  },
  {
    name: 'a way of 94 minutes and 105',
    jobs: [guide('10:00', '11:00', { city: 'antwerp' }), guide('12:45', '13:00', { city: 'rotterdam' })],
    expected: [],
  },
  {
    name: 'a way of 120 minutes by the table and 110',
    jobs: [guide('09:00', '10:00'), guide('11:50', '13:00', { city: 'cologne' })],
    expected: ['impossible travel'],
  },
  {
    name: 'a way of 120 minutes by the table, back, and 125',
    jobs: [guide('09:00', '10:00', { city: 'cologne' }), guide('12:05', '13:00')],
    expected: ['tight travel'],
  },
  {
    name: 'a way of 120 minutes by the table and 130, where the distance says more',
    jobs: [guide('09:00', '10:00'), guide('12:10', '13:00', { city: 'cologne' })],
    expected: [],
  },
  {
    name: 'an unknown way',
    jobs: [guide('09:00', '10:00', { city: 'unmapped' }), guide('11:00', '12:00', { city: 'uncharted' })],
    expected: ['unknown travel'],
  },
  {
    name: 'an unknown way with time for any',
    jobs: [guide('06:00', '07:00', { city: 'unmapped' }), guide('15:00', '16:00', { city: 'uncharted' })],
    expected: [],
  },
  {
    name: 'an unknown way between jobs that overlap',
    jobs: [guide('09:00', '12:00', { city: 'unmapped' }), guide('11:00', '12:00', { city: 'uncharted' })],
    expected: ['impossible overlap'],
  },
  {
    name: 'a city without a map',
    jobs: [guide('09:00', '10:00', { city: 'unmapped' }), guide('10:00', '11:00', { city: 'unmapped' })],
    expected: [],
  },
  {
    name: 'a longer way within a city than there is time',
    jobs: [dropoff('10:00', { north: 20 }), pickup('10:35', { north: 0 })],
    expected: ['tight travel'],
  },
  {
    name: 'an estimate that the way of the transfer exceeds',
    jobs: [
      dropoff('10:00', { city: 'antwerp', experience: '08:00', north: 50 }),
      dropoff('10:45', { city: 'antwerp' }),
    ],
    expected: ['impossible overlap'],
  },
  // Zones
  {
    name: 'New York and Amsterdam at the same instant',
    jobs: [guide('10:00', undefined, { city: 'newYork' }), guide('16:00')],
    expected: ['impossible twoPlaces'],
  },
  {
    name: 'New York, and Amsterdam on the same evening',
    jobs: [guide('10:00', '11:00', { city: 'newYork' }), guide('23:30')],
    expected: ['impossible travel'],
  },
  {
    name: 'New York, and Amsterdam on the next morning: a flight',
    jobs: [guide('10:00', '11:00', { city: 'newYork' }), guide('2026-06-11T09:00')],
    expected: [],
  },
  // Midnight and several days
  {
    name: 'known ends overlap after midnight',
    jobs: [guide('23:30', '2026-06-11T00:30'), guide('2026-06-11T00:15', '2026-06-11T01:00')],
    expected: ['impossible overlap'],
  },
  {
    name: 'known ends touch after midnight',
    jobs: [guide('23:30', '2026-06-11T00:30'), guide('2026-06-11T00:30', '2026-06-11T01:00')],
    expected: [],
  },
  {
    name: 'an estimate overlaps after midnight',
    jobs: [dropoff('23:45'), dropoff('2026-06-11T00:10')],
    expected: ['tight overlap'],
  },
  {
    name: 'the third day of a long tour',
    jobs: [guide('09:00', '2026-06-12T18:00'), guide('2026-06-12T10:00', '2026-06-12T11:00')],
    expected: ['impossible overlap'],
  },
  // Clock changes
  {
    name: 'an hour is skipped',
    jobs: [guide('2026-03-29T01:30'), guide('2026-03-29T03:45')],
    expected: ['tight overlap'],
  },
  {
    name: 'an hour is repeated',
    jobs: [guide('2026-10-25T01:30'), guide('2026-10-25T02:20')],
    expected: ['tight overlap'],
  },
  { name: 'after the repeated hour', jobs: [guide('2026-10-25T01:30'), guide('2026-10-25T02:45')], expected: [] },
  // No time of day
  {
    name: 'two orders for a day',
    jobs: [guide('', undefined, { on: DAY }), guide('', undefined, { on: DAY })],
    expected: ['unknown noTime'],
  },
  {
    name: 'orders for two days',
    jobs: [guide('', undefined, { on: DAY }), guide('', undefined, { on: '2026-06-11' })],
    expected: [],
  },
  {
    name: 'an order for a day and one at ten',
    jobs: [guide('', undefined, { on: DAY }), guide('10:00')],
    expected: ['unknown noTime'],
  },
  {
    name: 'a transfer without a time, and two others',
    jobs: [{ task: 'pickup', on: DAY }, dropoff('10:00'), dropoff('12:00')],
    expected: ['unknown noTime'],
  },
  { name: 'a transfer without a time', jobs: [{ task: 'pickup', on: DAY }], expected: [] },
  {
    name: 'a stop without a time of the same ride',
    jobs: [{ task: 'pickup', on: DAY, ...boat }, pickup('09:00', boat)],
    expected: [],
  },
  // Pickups and drop-offs
  {
    name: 'a pickup until its experience',
    jobs: [pickup('08:00', { experience: '09:00' }), pickup('08:30')],
    expected: ['tight overlap'],
  },
  {
    name: 'a pickup hours before its experience',
    jobs: [pickup('08:00', { experience: '12:30' }), pickup('08:30')],
    expected: [],
  },
  {
    name: 'stops of one ride',
    jobs: [pickup('09:00', { ...boat, north: 0 }), pickup('09:10', { ...boat, north: 2 })],
    expected: [],
  },
  {
    name: 'nearby stops at one time',
    jobs: [pickup('09:00', { ...boat, north: 0 }), pickup('09:00', { ...boat, north: 1 })],
    expected: [],
  },
  {
    name: 'distant stops at one time',
    jobs: [pickup('09:00', { ...boat, north: 0 }), pickup('09:00', { ...boat, north: 20 })],
    expected: ['impossible twoPlaces'],
  },
  {
    name: 'distant stops five minutes apart',
    jobs: [pickup('09:00', { ...boat, north: 0 }), pickup('09:05', { ...boat, north: 20 })],
    expected: ['impossible travel'],
  },
  {
    name: 'a pickup 100 km away five minutes before its experience',
    jobs: [pickup('09:55', { ...boat, north: 100 })],
    expected: ['impossible travel'],
  },
  {
    name: 'a pickup 100 km away at the time of its experience',
    jobs: [pickup('10:00', { ...boat, north: 100 })],
    expected: ['impossible travel'],
  },
  {
    name: 'a pickup 100 km away two hours before its experience',
    jobs: [pickup('08:00', { ...boat, north: 100 })],
    expected: [],
  },
  {
    name: 'a pickup nearby at the time of its experience',
    jobs: [pickup('10:00', { ...boat, north: 2 })],
    expected: [],
  },
  {
    name: 'a pickup somewhere in the city at the time of its experience',
    jobs: [pickup('10:00', boat)],
    expected: [],
  },
  { name: 'a driver who guides', jobs: [pickup('09:30', boat), guide('10:00', '12:00', boat)], expected: [] },
  {
    name: 'a guide who is to pick up a guest of the tour in another city meanwhile',
    jobs: [guide('10:00', '14:00', boat), pickup('11:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['impossible overlap'],
  },
  {
    name: 'a guide who is to pick up a guest of the tour meanwhile',
    jobs: [guide('10:00', '14:00', boat), pickup('11:00', boat)],
    expected: ['impossible overlap'],
  },
  {
    name: 'a guide who is to bring guests of the tour back meanwhile',
    jobs: [guide('10:00', '14:00', boat), dropoff('11:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['impossible overlap'],
  },
  {
    name: 'a guide who is to pick up a guest of a tour of unknown end in another city meanwhile',
    jobs: [guide('10:00', undefined, boat), pickup('11:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['impossible travel'],
  },
  {
    name: 'a guide who drives there and back',
    jobs: [pickup('09:30', boat), guide('10:00', '14:00', boat), dropoff('14:00', boat)],
    expected: [],
  },
  {
    name: 'a guide who leaves shortly before the known end',
    jobs: [guide('10:00', '14:00', boat), dropoff('13:45', boat)],
    expected: [],
  },
  {
    name: 'a guide who brings guests back before the estimated end',
    jobs: [guide('10:00', undefined, boat), dropoff('11:30', boat)],
    expected: [],
  },
  {
    name: 'a guide of a tour whose pickup has no time',
    jobs: [guide('10:00', '14:00', boat), { task: 'pickup', on: DAY, ...boat }],
    expected: [],
  },
  { name: 'the orders of a tour', jobs: [guide('10:00', '12:00', boat), guide('10:00', '12:00', boat)], expected: [] },
  { name: 'one ride back', jobs: [dropoff('13:00', boat), dropoff('13:00', boat)], expected: [] },
  {
    name: 'one ride back to two cities',
    jobs: [dropoff('13:00', { ...boat, north: 0 }), dropoff('13:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['tight travel'],
  },
  {
    name: 'one ride back to two cities in opposite directions',
    jobs: [
      dropoff('13:00', { ...boat, city: 'rotterdam', north: 0 }),
      dropoff('13:00', { ...boat, city: 'cologne', north: 0 }),
    ],
    expected: ['tight travel'],
  },
  {
    name: 'one ride back to two hotels',
    jobs: [dropoff('13:00', { ...boat, north: 1 }), dropoff('13:00', { ...boat, north: 4 })],
    expected: [],
  },
  {
    name: 'two rides back, ten minutes apart',
    jobs: [dropoff('13:00', boat), dropoff('13:10', boat)],
    expected: ['tight overlap'],
  },
  { name: 'there and back', jobs: [pickup('09:00', boat), dropoff('13:00', boat)], expected: [] },
  // Capacity
  {
    name: 'more guests than seats',
    jobs: [pickup('09:00', { ...boat, guests: 5 }), pickup('09:10', { ...boat, guests: 4 })],
    tags: { seats: 8 },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'as many guests as seats',
    jobs: [pickup('09:00', { ...boat, guests: 5 }), pickup('09:10', { ...boat, guests: 3 })],
    tags: { seats: '8' },
    expected: [],
  },
  {
    name: 'a party that is too large',
    jobs: [dropoff('09:00', { guests: 3 })],
    tags: { seats: 2 },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'guests one after the other',
    jobs: [dropoff('09:00', { guests: 5 }), dropoff('09:30', { guests: 5 })],
    tags: { seats: 6 },
    expected: [],
  },
  {
    name: 'guests from four hotels without a time, of one departure',
    jobs: [0, 1, 2, 3].map((north): CaseJob => ({ task: 'pickup', on: DAY, ...boat, north, guests: 5 })),
    tags: { seats: 8 },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'guests from four hotels without a time, of one departure, who fit',
    jobs: [0, 1, 2, 3].map((north): CaseJob => ({ task: 'pickup', on: DAY, ...boat, north, guests: 2 })),
    tags: { seats: 8 },
    expected: [],
  },
  {
    name: 'guests with and without a time, of one departure',
    jobs: [dropoff('13:00', { ...boat, guests: 5 }), { task: 'dropoff', on: DAY, ...boat, guests: 5 }],
    tags: { seats: 8 },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'guests without a time who fit into the second of two rides of their departure',
    jobs: [
      dropoff('13:00', { ...boat, guests: 8 }),
      dropoff('14:00', { ...boat, guests: 2 }),
      { task: 'dropoff', on: DAY, ...boat, guests: 5 },
    ],
    tags: { seats: 8 },
    expected: [],
  },
  {
    name: 'guests of both ways without a time',
    jobs: [
      { task: 'pickup', on: DAY, ...boat, guests: 5 },
      { task: 'dropoff', on: DAY, ...boat, guests: 5 },
    ],
    tags: { seats: 8 },
    expected: ['unknown noTime'],
  },
  {
    name: 'more wheelchairs than places',
    jobs: [
      pickup('09:00', { ...boat, tags: { wheelchairs: 1 } }),
      pickup('09:00', { ...boat, tags: { wheelchairs: '1' } }),
    ],
    tags: { seats: 8, wheelchairs: 1 },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'seats that are not a number',
    jobs: [dropoff('09:00', { guests: 3 })],
    tags: { seats: 'many' },
    expected: ['unknown capacity'],
  },
  {
    name: 'a number of seats with a word',
    jobs: [dropoff('09:00', { guests: 18 })],
    tags: { seats: '8 seats' },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'a number of seats with a word, and as many guests',
    jobs: [dropoff('09:00', { guests: 8 })],
    tags: { seats: '8 seats' },
    expected: [],
  },
  {
    name: 'wheelchairs that are not a number, and none',
    jobs: [dropoff('09:00')],
    tags: { wheelchairs: 'some' },
    expected: [],
  },
  {
    name: 'a negative number of wheelchairs',
    jobs: [dropoff('09:00', { tags: { wheelchairs: 2 } })],
    tags: { wheelchairs: '-1' },
    expected: ['unknown capacity'],
  },
  { name: 'a vehicle that is not known', jobs: [dropoff('09:00', { guests: 30 })], expected: [] },
  { name: 'guests of a guide', jobs: [guide('09:00', '10:00', { guests: 9 })], tags: { seats: 2 }, expected: [] },
  // Languages
  {
    name: 'no common language',
    jobs: [guide('09:00', '10:00', { tags: { language: 'de' } })],
    tags: { speaks: 'nl, en' },
    expected: ['impossible language'],
  },
  {
    name: 'a common language',
    jobs: [guide('09:00', '10:00', { tags: { language: 'fr/DE' } })],
    tags: { speaks: 'de, en' },
    expected: [],
  },
  { name: 'a guide of unknown languages', jobs: [guide('09:00', '10:00', { tags: { language: 'de' } })], expected: [] },
  { name: 'an order without a language', jobs: [guide('09:00', '10:00')], tags: { speaks: 'nl' }, expected: [] },
  {
    name: 'the language of a driver',
    jobs: [dropoff('09:00', { tags: { language: 'de' } })],
    tags: { speaks: 'nl' },
    expected: [],
  },
  // Absence
  {
    name: 'absent all day',
    jobs: [guide('09:00')],
    absences: [['2026-06-10T00:00', '2026-06-11T00:00', 'ill']],
    expected: ['absent absence'],
  },
  {
    name: 'absent until it begins',
    jobs: [guide('09:00')],
    absences: [['2026-06-09T00:00', '2026-06-10T09:00']],
    expected: [],
  },
  {
    name: 'absent before its known end',
    jobs: [guide('09:00', '12:00')],
    absences: [['2026-06-10T11:00', '2026-06-10T18:00']],
    expected: ['absent absence'],
  },
  {
    name: 'absent before its estimated end',
    jobs: [guide('09:00')],
    absences: [['2026-06-10T10:00', '2026-06-10T18:00']],
    expected: ['tight absence'],
  },
  {
    name: 'absent all day, without a time',
    jobs: [{ task: 'dropoff', on: DAY }],
    absences: [['2026-06-10T00:00', '2026-06-11T00:00']],
    expected: ['absent absence'],
  },
  {
    name: 'absent in the afternoon, without a time',
    jobs: [{ task: 'dropoff', on: DAY }],
    absences: [['2026-06-10T12:00', '2026-06-11T00:00']],
    expected: ['unknown absence'],
  },
  {
    name: 'absent in the morning and in the afternoon, without a time',
    jobs: [{ task: 'dropoff', on: DAY }],
    absences: [
      ['2026-06-10T00:00', '2026-06-10T12:00', 'course'],
      ['2026-06-10T12:00', '2026-06-11T00:00', 'dentist'],
    ],
    expected: ['absent absence'],
  },
  {
    name: 'absent during all working hours, without a time',
    jobs: [{ task: 'dropoff', on: DAY }],
    hours: office,
    absences: [['2026-06-10T08:00', '2026-06-10T18:00']],
    expected: ['absent absence'],
  },
  {
    name: 'absent during each of two shifts, without a time',
    jobs: [{ task: 'dropoff', on: DAY }],
    hours: [
      [3, '09:00', '12:00'],
      [3, '13:00', '17:00'],
    ],
    absences: [
      ['2026-06-10T09:00', '2026-06-10T12:00'],
      ['2026-06-10T13:00', '2026-06-10T17:00'],
    ],
    expected: ['absent absence', 'absent absence'],
  },
  {
    name: 'absent during a part of the working hours, without a time',
    jobs: [{ task: 'dropoff', on: DAY }],
    hours: office,
    absences: [['2026-06-10T08:00', '2026-06-10T16:00']],
    expected: ['unknown absence'],
  },
  {
    name: 'two absences that touch during a job',
    jobs: [guide('10:00', '14:00')],
    absences: [
      ['2026-06-10T00:00', '2026-06-10T12:00'],
      ['2026-06-10T12:00', '2026-06-11T00:00'],
    ],
    expected: ['absent absence'],
  },
  {
    name: 'absent at the same instant elsewhere, and not on the clock of the place',
    jobs: [guide('10:00', '11:00', { city: 'newYork' })],
    absences: [['2026-06-10T12:00', '2026-06-10T20:00']],
    expected: [],
  },
  // Working hours
  { name: 'within working hours', jobs: [guide('10:00', '12:00')], hours: office, expected: [] },
  { name: 'after working hours', jobs: [guide('16:00', '18:00')], hours: office, expected: ['absent workingHours'] },
  { name: 'perhaps after working hours', jobs: [guide('16:00')], hours: office, expected: ['tight workingHours'] },
  {
    name: 'on a Saturday',
    jobs: [guide('2026-06-13T10:00', '2026-06-13T12:00')],
    hours: office,
    expected: ['absent workingHours'],
  },
  {
    name: 'during the break',
    jobs: [guide('11:00', '14:00')],
    hours: [
      [3, '09:00', '12:00'],
      [3, '13:00', '17:00'],
    ],
    expected: ['absent workingHours'],
  },
  {
    name: 'over two adjacent shifts',
    jobs: [guide('11:00', '14:00')],
    hours: [
      [3, '09:00', '12:00'],
      [3, '12:00', '17:00'],
    ],
    expected: [],
  },
  {
    name: 'in the night shift',
    jobs: [guide('23:30', '2026-06-11T00:30')],
    hours: [[3, '22:00', '06:00']],
    expected: [],
  },
  {
    name: 'perhaps after the night shift',
    jobs: [guide('2026-06-11T05:00')],
    hours: [[3, '22:00', '06:00']],
    expected: ['tight workingHours'],
  },
  {
    name: 'without a time on a day off',
    jobs: [{ task: 'dropoff', on: '2026-06-13' }],
    hours: office,
    expected: ['absent workingHours'],
  },
  {
    name: 'absent within working hours',
    jobs: [guide('10:00', '12:00')],
    hours: office,
    absences: [['2026-06-10T00:00', '2026-06-11T00:00']],
    expected: ['absent absence'],
  },
  {
    name: 'hours end before an absence that may begin too early',
    jobs: [guide('20:00')],
    hours: [[3, '09:00', '18:00']],
    absences: [['2026-06-10T21:00', '2026-06-11T00:00']],
    expected: ['absent workingHours', 'tight absence'],
  },
  {
    name: 'office hours at both ends of a long tour',
    jobs: [guide('09:30', '2026-06-12T16:30')],
    hours: office,
    expected: [],
  },
  {
    name: 'a long tour that ends after office hours',
    jobs: [guide('09:30', '2026-06-12T19:00')],
    hours: office,
    expected: ['absent workingHours'],
  },
  {
    name: 'two tours with many orders',
    jobs: [
      ...[1, 2, 3, 4].map(() => guide('10:00', '12:00', boat)),
      ...[1, 2, 3, 4].map(() => guide('11:00', '13:00', { departure: 'the walk' })),
    ],
    expected: ['impossible overlap'],
  },
  {
    name: 'a tour with many orders during an absence',
    jobs: [1, 2, 3, 4].map(() => guide('10:00', '12:00', boat)),
    absences: [['2026-06-10T00:00', '2026-06-11T00:00']],
    expected: ['absent absence'],
  },
  {
    name: 'many transfers without a time',
    jobs: [1, 2, 3, 4].map((): CaseJob => ({ task: 'dropoff', on: DAY })),
    expected: ['unknown noTime'],
  },
  {
    name: 'an order for a day of 25 hours',
    jobs: [guide('', undefined, { on: '2026-10-25' }), guide('2026-10-25T10:00')],
    expected: ['unknown noTime'],
  },
  {
    name: 'both sides of the date line',
    jobs: [
      guide('2026-06-09T23:30', undefined, { city: 'honolulu' }),
      guide('2026-06-11T00:30', undefined, { city: 'auckland' }),
    ],
    expected: ['impossible travel'],
  },
  {
    name: 'a party that is too large, without a time',
    jobs: [{ task: 'dropoff', on: DAY, guests: 3 }],
    tags: { seats: 2 },
    expected: ['overCapacity capacity'],
  },
  {
    name: 'a language with a region',
    jobs: [guide('09:00', '10:00', { tags: { language: 'en' } })],
    tags: { speaks: 'en-GB' },
    expected: [],
  },
  {
    name: 'the name of a language and a code',
    jobs: [guide('09:00', '10:00', { tags: { language: 'German' } })],
    tags: { speaks: 'de' },
    expected: ['unknown language'],
  },
  {
    name: 'several findings of one person',
    jobs: [guide('10:00', '12:00', { tags: { language: 'de' } }), guide('11:00', '18:00')],
    hours: office,
    tags: { speaks: 'nl' },
    expected: ['absent workingHours', 'impossible language', 'impossible overlap'],
  },
];
