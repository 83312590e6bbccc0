import type { Prisma } from '../../generated/client/client.ts';
import type { CatalogFactories, Price } from './catalog.ts';

/** The default departure of each availability type. */
const DEPARTURES: Record<string, Partial<Prisma.AvailabilityUncheckedCreateInput>> = {
  per_slot: {},
  per_time: { endTime: null },
  daily: { startTime: null, endTime: null },
  pass: { date: null, startTime: null, endTime: null, expirationMinutesAfterBooking: 2_880 },
};

/** In euros, then in dollars: adults 100, children 50, an item 500. */
const PER_PERSON = [
  { original: 60, agent: 80, sold: 100 },
  { original: 30, agent: 40, sold: 50 },
];
const PER_ITEM = { original: 300, agent: 400, sold: 500 };

const dearer = (amount: number | string) => Math.round(Number(amount) * 11) / 10;
const inDollars = ({ original, agent, sold, ...price }: Price): Price => ({
  ...price,
  currencyCode: 'USD',
  original: dearer(original),
  agent: dearer(agent),
  sold: dearer(sold),
});

type OfferParts = {
  product?: Parameters<CatalogFactories['product']>[0];
  level?: Parameters<CatalogFactories['level']>[0];
  rate?: Parameters<CatalogFactories['rate']>[0];
  departure?: Partial<Prisma.AvailabilityUncheckedCreateInput>;
};

/** Offers that can be booked at once. */
export function offerFactories({ product, level, rate, availability }: CatalogFactories) {
  function usualPrices({ pricingType, priceCategories }: Awaited<ReturnType<typeof level>>): Price[] {
    const euros: Price[] =
      pricingType === 'per_item'
        ? [{ ...PER_ITEM }]
        : priceCategories.flatMap(({ id }, index) => {
            const amounts = PER_PERSON[index];
            return amounts ? [{ ...amounts, priceCategoryId: id }] : [];
          });
    return [...euros, ...euros.map(inDollars)];
  }

  /** The default departure of a service level. */
  const departure = (
    sold: { id: number; availabilityType: string },
    columns: Partial<Prisma.AvailabilityUncheckedCreateInput> = {},
  ) => availability({ ...DEPARTURES[sold.availabilityType], ...columns, serviceLevelId: sold.id });

  /**
   * A product with one service level, one rate and one departure of 20 places, sold by the given roles. Adults pay 100,
   * children 50, an item costs 500, in euros and a tenth more in dollars.
   */
  async function offer(soldBy: number[], parts: OfferParts = {}) {
    const sold = await product({ soldBy, currencies: ['EUR', 'USD'], ...parts.product });
    const how = await level({ ...parts.level, productId: sold.id });
    const [adult, child] = how.priceCategories;
    return {
      product: sold,
      level: how,
      adultId: adult?.id ?? 0,
      childId: child?.id ?? 0,
      rate: await rate({ prices: usualPrices(how), ...parts.rate, serviceLevelId: how.id }),
      departure: await departure(how, parts.departure),
    };
  }

  return { departure, offer };
}

export type Offer = Awaited<ReturnType<ReturnType<typeof offerFactories>['offer']>>;

export type OfferFactories = ReturnType<typeof offerFactories>;
