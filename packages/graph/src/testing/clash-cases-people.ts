import { boat, type CaseJob, type ClashCase, DAY, dropoff, guide, office } from './clash-case.ts';

/** Cases about languages, absences and working hours. */
export const PEOPLE_CASES: readonly ClashCase[] = [
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
