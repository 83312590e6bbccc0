import type { SceneName } from '../scenes/index.ts';
import type { Text } from '../text.ts';
import type { AgesName } from './ages.ts';
import type { bring, hours, knowBefore, ticketTexts } from './phrases.ts';
import type { PickupName } from './pickup.ts';
import type { RatesName } from './rates.ts';

/** A service level in the short form in which the demo world's catalogue is written down. */
export type LevelPlan = {
  key: string;
  title: Text;
  text: Text;
  availability: 'pass' | 'per_slot' | 'per_time' | 'daily';
  pricing: 'per_person' | 'per_item';
  /** What the client pays for an adult, or for one item, in euros. */
  price: number;
  /** Places of a departure; for a pass, passes in all. */
  capacity: number;
  /** How long it lasts; 0 where that is up to the guest. */
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
  /** The offer begins so many days from today; it runs already if absent. */
  opensIn?: number;
  /** A pass ends so many minutes after it was booked. */
  passMinutes?: number;
  /** A pass can be used until so many days from today. */
  passDays?: number;
};

/** A product in the short form in which the demo world's catalogue is written down. */
export type ProductPlan = {
  key: string;
  title: Text;
  city: string;
  /** Key of the point where it starts; null where that is arranged per order. */
  location: string | null;
  points?: string[];
  categories: string[];
  supplier: string | null;
  labels: string[];
  scene: SceneName;
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
  /** How much it sells compared with the others (1 is usual). */
  demand?: number;
  levels: LevelPlan[];
};
