import { addDays, newYear } from '../calendar.ts';
import { inLanguages, same, type Text } from '../text.ts';
import { type AgesName, priceCategories } from './ages.ts';
import { hours } from './phrases.ts';
import { pickupOptions } from './pickup.ts';
import type { LevelPlan } from './plan.ts';
import { type CurrencyCode, rates } from './rates.ts';

/** A service level as a record of the import form. */
export function serviceLevel(plan: LevelPlan, currencies: readonly CurrencyCode[], today: string) {
  const ages: AgesName = plan.ages ?? 'family';
  return {
    key: plan.key,
    ...inLanguages({
      title: plan.title,
      description: plan.text,
      businessHours: plan.hours ? hours[plan.hours] : null,
      durationDescription: plan.minutes ? durationText(plan.minutes) : null,
    }),
    capacity: plan.capacity,
    pricingType: plan.pricing,
    availabilityType: plan.availability,
    hasPickup: plan.pickup !== undefined,
    hasDropOff: plan.dropOff ?? false,
    hasTourGuide: plan.guide ?? false,
    durationTime: plan.minutes,
    cutOffTime: plan.cutOff ?? 0,
    offerTimeStart: plan.opensIn === undefined ? newYear(today, -1) : addDays(today, plan.opensIn),
    // Long enough that a demo which keeps running still has departures to sell.
    offerTimeEnd: addDays(newYear(today, 4), -1),
    isComplete: true,
    priceCategories: priceCategories(ages),
    rates: rates(plan.rates ?? 'standard', { pricing: plan.pricing, price: plan.price, ages }, currencies, today),
    schedules: schedules(plan, today),
    pickup: plan.pickup ? pickupOptions(plan.pickup) : null,
  };
}

export type ServiceLevel = ReturnType<typeof serviceLevel>;

/** One schedule for each departure of a day; a single one without a time of day. */
function schedules(plan: LevelPlan, today: string) {
  const times = plan.times?.split(' ') ?? [''];
  return times.map((time, index) => ({
    key: `departure-${index + 1}`,
    validFrom: null,
    validTo: null,
    weekdays: plan.weekdays ?? [],
    startTime: time.slice(0, 5) || null,
    endTime: time.slice(6) || null,
    capacity: plan.capacity,
    expirationDate: plan.passDays === undefined ? null : addDays(today, plan.passDays),
    expirationMinutesAfterBooking: plan.passMinutes ?? null,
  }));
}

function durationText(minutes: number): Text {
  if (minutes < 120) return [`${minutes} minutes`, `${minutes} minuten`, `${minutes} Minuten`];
  if (minutes % 1440 === 0) {
    const days = minutes / 1440;
    return days === 1 ? ['1 day', '1 dag', '1 Tag'] : [`${days} days`, `${days} dagen`, `${days} Tage`];
  }
  const amount = minutes / 60;
  if (!Number.isInteger(amount * 2)) return same(`${Math.floor(amount)} h ${minutes % 60} min`);
  return [`${amount} hours`, `${comma(amount)} uur`, `${comma(amount)} Stunden`];
}

const comma = (amount: number) => String(amount).replace('.', ',');
