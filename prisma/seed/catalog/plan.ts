import type { Text } from '../text.ts';
import type { AgesName } from './ages.ts';
import type { bring, hours, knowBefore, ticketTexts } from './phrases.ts';
import type { PickupName } from './pickup.ts';
import type { RatesName } from './rates.ts';

/** A service level in the short notation of the demo catalogue. */
export type LevelPlan = {
  key: string;
  title: Text;
  text: Text;
  availability: 'pass' | 'per_slot' | 'per_time' | 'daily';
  pricing: 'per_person' | 'per_item';
  /** The price of an adult, or of one item, in euros. */
  price: number;
  /** Places of a departure; for a pass, the total number of passes. */
  capacity: number;
  /** Its duration; 0 if the guest decides. */
  minutes: number;
  /** Departures, such as `10:00 14:00` or, with an end, `10:00-12:00 14:00-16:00`. */
  times?: string;
  /** ISO weekdays on which it departs; every day if absent. */
  weekdays?: number[];
  ages?: AgesName;
  rates?: RatesName;
  guide?: boolean;
  pickup?: PickupName;
  dropOff?: boolean;
  hours?: keyof typeof hours;
  /** Hours before the start at which selling ends. */
  cutOff?: number;
  /** The offer begins this many days from today; default: it has begun. */
  opensIn?: number;
  /** A pass expires this many minutes after booking. */
  passMinutes?: number;
  /** A pass can be used until this many days from today. */
  passDays?: number;
};

/** A product in the short notation of the demo catalogue. */
export type ProductPlan = {
  key: string;
  title: Text;
  city: string;
  /** Key of the starting point; null if it is arranged per order. */
  location: string | null;
  points?: string[];
  categories: string[];
  supplier: string | null;
  labels: string[];
  short: Text;
  text: Text;
  highlights: Text[];
  know: (keyof typeof knowBefore)[];
  bring: (keyof typeof bring)[];
  ticket: keyof typeof ticketTexts | null;
  perParticipant?: boolean;
  currencies?: ('EUR' | 'USD' | 'GBP' | 'NOK')[];
  backOffice?: boolean;
  published?: boolean | null;
  videos?: ('youtube' | 'vimeo')[];
  /** Its sales relative to the others (default 1). */
  demand?: number;
  levels: LevelPlan[];
};
