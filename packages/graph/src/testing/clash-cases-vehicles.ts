import { boat, type CaseJob, type ClashCase, DAY, dropoff, guide, pickup } from './clash-case.ts';

/** Cases about the capacity of vehicles. */
export const VEHICLE_CASES: readonly ClashCase[] = [
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
];
