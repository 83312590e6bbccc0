/* The parts of the cases of the rule of clashes. */

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

export const guide = (at: string, until?: string, more: Partial<CaseJob> = {}): CaseJob => ({
  task: 'guide',
  at,
  ...(until ? { until } : {}),
  ...more,
});
export const pickup = (at: string, more: Partial<CaseJob> = {}): CaseJob => ({ task: 'pickup', at, ...more });
export const dropoff = (at: string, more: Partial<CaseJob> = {}): CaseJob => ({ task: 'dropoff', at, ...more });
export const boat = { departure: 'the boat', experience: '10:00' };
const WEEKDAYS = [1, 2, 3, 4, 5];
export const office = WEEKDAYS.map((weekday): [number, string, string] => [weekday, '09:00', '17:00']);
