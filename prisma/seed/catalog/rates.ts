import { addDays } from '../calendar.ts';
import { inLanguages, type Text } from '../text.ts';
import { type AgesName, shares } from './ages.ts';

type Rate = {
  key: string;
  title: Text;
  /** Share of the level's price. */
  factor: number;
  weekdays?: number[];
  /** First and last day of validity, counted from today; always valid if absent. */
  days?: [from: number, to: number];
  cancellation: keyof typeof cancellations;
};

/** Cancellation penalties: hours before the start, and the percentage to pay from then on. */
const cancellations = {
  flexible: {
    penalties: [{ time: 24, percentage: 100 }],
    description: [
      'Free cancellation up to 24 hours before the start.',
      'Gratis annuleren tot 24 uur voor aanvang.',
      'Kostenlose Stornierung bis 24 Stunden vor Beginn.',
    ],
  },
  moderate: {
    penalties: [
      { time: 72, percentage: 50 },
      { time: 24, percentage: 100 },
    ],
    description: [
      'Free up to three days before, half the price up to a day before.',
      'Gratis tot drie dagen vooraf, de helft van de prijs tot een dag vooraf.',
      'Kostenlos bis drei Tage vorher, halber Preis bis einen Tag vorher.',
    ],
  },
  strict: {
    penalties: [
      { time: 336, percentage: 25 },
      { time: 168, percentage: 62.5 },
      { time: 72, percentage: 100 },
    ],
    description: [
      'A quarter of the price from two weeks before, the full price from three days before.',
      'Een kwart van de prijs vanaf twee weken vooraf, de volle prijs vanaf drie dagen vooraf.',
      'Ein Viertel des Preises ab zwei Wochen vorher, der volle Preis ab drei Tagen vorher.',
    ],
  },
  final: {
    penalties: [{ time: 8760, percentage: 100 }],
    description: null,
  },
} satisfies Record<string, { penalties: { time: number; percentage: number }[]; description: Text | null }>;

const standard: Text = ['Standard rate', 'Standaardtarief', 'Standardtarif'];

const plans = {
  standard: [{ key: 'standard', title: standard, factor: 1, cancellation: 'flexible' }],
  week: [
    {
      key: 'weekday',
      title: ['Weekday rate', 'Doordeweeks tarief', 'Wochentagstarif'],
      factor: 1,
      weekdays: [1, 2, 3, 4, 5],
      cancellation: 'flexible',
    },
    {
      key: 'weekend',
      title: ['Weekend rate', 'Weekendtarief', 'Wochenendtarif'],
      factor: 1.15,
      weekdays: [6, 7],
      cancellation: 'moderate',
    },
  ],
  choice: [
    {
      key: 'saver',
      title: ['Saver, non-refundable', 'Voordeel, niet restitueerbaar', 'Spartarif, nicht erstattbar'],
      factor: 0.88,
      cancellation: 'final',
    },
    { key: 'flex', title: ['Flexible', 'Flexibel', 'Flexibel'], factor: 1, cancellation: 'flexible' },
  ],
  season: [
    { key: 'standard', title: standard, factor: 1, cancellation: 'moderate' },
    {
      key: 'special',
      title: ['Season special', 'Seizoensaanbieding', 'Saisonangebot'],
      factor: 0.8,
      days: [-20, 75],
      cancellation: 'final',
    },
  ],
  group: [{ key: 'group', title: ['Group rate', 'Groepstarief', 'Gruppentarif'], factor: 1, cancellation: 'strict' }],
} satisfies Record<string, Rate[]>;

export type RatesName = keyof typeof plans;

/** Exchange rates of one euro in the other currencies of the demo world. */
const exchange = { EUR: 1, USD: 1.09, GBP: 0.86, NOK: 11.6 };
export type CurrencyCode = keyof typeof exchange;

type Sold = { pricing: 'per_person' | 'per_item'; price: number; ages: AgesName };

/** The rates of a service level as records of the import form. */
export function rates(name: RatesName, sold: Sold, currencies: readonly CurrencyCode[], today: string) {
  return plans[name].map((rate: Rate) => {
    const { penalties, description } = cancellations[rate.cancellation];
    return {
      key: rate.key,
      ...inLanguages({ title: rate.title, cancellationDescription: description }),
      validFrom: rate.days ? addDays(today, rate.days[0]) : null,
      validTo: rate.days ? addDays(today, rate.days[1]) : null,
      weekdays: rate.weekdays ?? [],
      penalties,
      prices: prices(sold, rate.factor, currencies),
    };
  });
}

function prices({ pricing, price, ages }: Sold, factor: number, currencies: readonly CurrencyCode[]) {
  const payers = pricing === 'per_item' ? [{ key: null, share: 1 }] : shares(ages);
  return payers.flatMap(({ key, share }) =>
    currencies.map((currency) => {
      const sold = shelfPrice(price * factor * share * exchange[currency]);
      // The supplier gets 72 %, the selling partner keeps 14 % of what the client pays.
      return {
        priceCategory: key,
        currency,
        original: cents(sold * 0.72),
        agent: cents(sold * 0.86),
        sold: cents(sold),
      };
    }),
  );
}

/** Rounds to typical prices: steps of a quarter below 100, of a half above. */
function shelfPrice(amount: number): number {
  return amount < 100 ? Math.round(amount * 4) / 4 : Math.round(amount * 2) / 2;
}

const cents = (amount: number): string => (Math.round(amount * 100) / 100).toFixed(2);
