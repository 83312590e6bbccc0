import { boat, type ClashCase, DAY, dropoff, guide, pickup } from './clash-case.ts';

/** Cases about pickups and drop-offs. */
export const RIDE_CASES: readonly ClashCase[] = [
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
  {
    name: 'a pickup after its experience has begun',
    jobs: [pickup('10:30', boat)],
    expected: ['impossible travel'],
  },
  {
    name: 'a pickup shortly after its experience has begun',
    jobs: [pickup('10:05', boat)],
    expected: [],
  },
  {
    name: 'a pickup on the evening of its experience',
    jobs: [pickup('18:00', boat)],
    expected: [],
  },
  { name: 'a driver who guides', jobs: [pickup('09:30', boat), guide('10:00', '12:00', boat)], expected: [] },
  {
    name: 'a guide who is to pick up a guest of the tour in another city meanwhile',
    jobs: [guide('10:00', '14:00', boat), pickup('11:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['impossible overlap', 'impossible travel'],
  },
  {
    name: 'a guide who is to pick up a guest of the tour meanwhile',
    jobs: [guide('10:00', '14:00', boat), pickup('11:00', boat)],
    expected: ['impossible overlap', 'impossible travel'],
  },
  {
    name: 'a guide who is to bring guests of the tour back meanwhile',
    jobs: [guide('10:00', '14:00', boat), dropoff('11:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['impossible overlap'],
  },
  {
    name: 'a guide who is to pick up a guest of a tour of unknown end in another city meanwhile',
    jobs: [guide('10:00', undefined, boat), pickup('11:00', { ...boat, city: 'antwerp', north: 0 })],
    expected: ['impossible travel', 'impossible travel'],
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
];
