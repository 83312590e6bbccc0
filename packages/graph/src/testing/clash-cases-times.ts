import { boat, type ClashCase, DAY, dropoff, guide, pickup } from './clash-case.ts';

/** Cases about times, ways, zones and unknown times. */
export const TIME_CASES: readonly ClashCase[] = [
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
];
