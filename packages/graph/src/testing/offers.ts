import { createFactories, type Factories, type TestDatabase } from '@channel/prisma/testing';
import type { Context } from '../context.ts';
import { contextFor } from './context.ts';
import { answer, type Refusal, refusal } from './run.ts';

export const RATES = /* GraphQL */ `
  query ($role: String!, $product: SafeInt!, $filter: RatesByDateFilter) {
    days: ratesByDate(role: $role, productId: $product, filter: $filter) {
      date
      rates {
        id: rateId title
        serviceLevel { id: databaseId title capacity pricingType availabilityType duration { time description } businessHours }
        perItemPrices { ...Price }
        perPersonPrices { priceCategory { id: databaseId title isDefault minimum maximum ageRange { min max } } prices { ...Price } }
        cancellationPolicies { description penalties { time percentage } }
        availabilities { id: availabilityId startTime endTime remaining availabilityType expirationDate expirationMinutesAfterBooking }
      }
    }
  }
  fragment Price on Money { amount currency { code } }
`;
export const DATES = /* GraphQL */ `
  query ($role: String!, $product: SafeInt!, $filter: AvailableDatesFilter) {
    dates: availableDates(role: $role, productId: $product, filter: $filter)
  }
`;

type Availability = { id: number; startTime: string | null; endTime: string | null; remaining: number };
type Rate = { id: number; title: string; availabilities: Availability[] } & Record<string, unknown>;
/** A day in the response of the schema. */
export type Day = { date: string; rates: Rate[] };

/** A seller of the products of a test, who requests their rates and dates. */
export async function offerScene({ db }: TestDatabase) {
  const make = createFactories(db);
  const seller = await make.userWith(['products.book']);
  const context = await contextFor(db, seller.id);
  const requested = (product: { id: number }, filter?: object) => ({
    role: String(seller.role.id),
    product: product.id,
    ...(filter ? { filter } : {}),
  });
  return {
    make,
    seller,
    context,
    requested,
    offer: (parts: Parameters<Factories['offer']>[1] = {}) => make.offer([seller.role.id], parts),
    ratesOf: async (product: { id: number }, filter?: object, as: Context = context) =>
      (await answer<{ days: Day[] }>(RATES, requested(product, filter), as)).days,
    datesOf: async (product: { id: number }, filter?: object, as: Context = context) =>
      (await answer<{ dates: string[] }>(DATES, requested(product, filter), as)).dates,
    at: (instant: string, lang = 'en') => contextFor(db, seller.id, { now: new Date(instant), lang }),
    refusedAs: (document: string, product: { id: number }, filter: object): Promise<Refusal> =>
      refusal(document, requested(product, filter), context),
  };
}

export type OfferScene = Awaited<ReturnType<typeof offerScene>>;
