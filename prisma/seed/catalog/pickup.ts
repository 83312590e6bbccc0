/** The pickup options: the time range, the places, and the list of times. */
type Pickup = {
  type: string;
  timeWindow: number;
  timeBefore: number;
  timeRange: { start: string; end: string };
  places: { point: string; timeBefore: number; timeRange: { start: string; end: string } }[];
  times: string[];
};

const place = (point: string, timeBefore: number, start: string, end: string) => ({
  point,
  timeBefore,
  timeRange: { start, end },
});

/** Every form of pickup options: places, a list of times, both, or any address within a range. */
const pickups = {
  'amsterdam-stops': {
    type: 'pre_defined',
    timeWindow: 15,
    timeBefore: 45,
    timeRange: { start: '07:45', end: '09:00' },
    places: [
      place('ams-museumplein', 60, '07:45', '08:00'),
      place('ams-leidseplein', 50, '08:00', '08:15'),
      place('ams-centraal', 30, '08:20', '08:35'),
      place('ams-rai', 70, '07:35', '07:50'),
    ],
    times: [],
  },
  'amsterdam-address': {
    type: 'custom',
    timeWindow: 30,
    timeBefore: 60,
    timeRange: { start: '08:00', end: '20:00' },
    places: [],
    times: [],
  },
  'maastricht-times': {
    type: 'time_list',
    timeWindow: 10,
    timeBefore: 30,
    timeRange: { start: '12:30', end: '14:00' },
    places: [],
    times: ['12:30', '13:00', '13:30'],
  },
  'brussels-stops': {
    type: 'pre_defined',
    timeWindow: 20,
    timeBefore: 90,
    timeRange: { start: '07:00', end: '08:30' },
    places: [
      place('bru-midi', 90, '07:00', '07:15'),
      place('bru-grand-place', 75, '07:20', '07:40'),
      place('brg-station', 15, '08:20', '08:30'),
    ],
    times: ['07:00', '07:20', '08:20'],
  },
  'rhine-address': {
    type: 'custom',
    timeWindow: 15,
    timeBefore: 0,
    timeRange: { start: '07:30', end: '11:00' },
    places: [],
    times: [],
  },
  'munich-stops': {
    type: 'pre_defined',
    timeWindow: 15,
    timeBefore: 20,
    timeRange: { start: '07:30', end: '08:15' },
    places: [place('mun-hauptbahnhof', 20, '07:50', '08:05'), place('mun-marienplatz', 40, '07:30', '07:45')],
    times: ['07:30', '07:50'],
  },
  'lisbon-address': {
    type: 'custom',
    timeWindow: 20,
    timeBefore: 20,
    timeRange: { start: '09:00', end: '19:00' },
    places: [],
    times: [],
  },
  'lisbon-stops': {
    type: 'pre_defined',
    timeWindow: 15,
    timeBefore: 30,
    timeRange: { start: '08:00', end: '08:45' },
    places: [place('lis-restauradores', 30, '08:15', '08:30'), place('lis-pombal', 20, '08:30', '08:45')],
    times: [],
  },
  'porto-times': {
    type: 'time_list',
    timeWindow: 15,
    timeBefore: 30,
    timeRange: { start: '07:30', end: '08:30' },
    places: [place('por-aliados', 30, '07:30', '08:30')],
    times: ['07:30', '08:00', '08:30'],
  },
  'funchal-stops': {
    type: 'pre_defined',
    timeWindow: 20,
    timeBefore: 40,
    timeRange: { start: '08:00', end: '08:50' },
    places: [place('fun-lido', 40, '08:00', '08:20'), place('fun-arriaga', 25, '08:25', '08:50')],
    times: [],
  },
  'san-francisco-address': {
    type: 'custom',
    timeWindow: 15,
    timeBefore: 15,
    timeRange: { start: '08:30', end: '10:00' },
    places: [place('sfo-union-square', 15, '08:45', '09:00')],
    times: ['08:30', '09:00', '09:30', '10:00'],
  },
} satisfies Record<string, Pickup>;

export type PickupName = keyof typeof pickups;

/** Pickup options as a record of the import form. */
export const pickupOptions = (name: PickupName): Pickup => pickups[name];
