import { Prisma } from '@channel/prisma';
import type { Decimal } from '../shared/scalars.ts';

export type Amounts = { original: Decimal; agent: Decimal; sold: Decimal };
export type PriceRow = Amounts & { currencyCode: string; priceCategoryId: number | null };

/** The rate of a booking, with all its prices in the order of the catalogue. */
export type PricedRate = { id: number; prices: PriceRow[] };

/**
 * The currency of an order at a rate: the organization's currency where the rate has it, else the rate's first.
 *
 * @returns undefined for a rate without prices
 */
export const currencyOf = (rate: PricedRate, organizationCurrency: string): string | undefined =>
  rate.prices.find((price) => price.currencyCode === organizationCurrency)?.currencyCode ??
  rate.prices[0]?.currencyCode;

/** The price for a person of a category (null: for an item) in a currency; undefined where the rate has none. */
export function priceOf(rate: PricedRate, priceCategoryId: number | null, currencyCode: string): Amounts | undefined {
  const price = rate.prices.find((row) => row.priceCategoryId === priceCategoryId && row.currencyCode === currencyCode);
  return price && { original: price.original, agent: price.agent, sold: price.sold };
}

/**
 * Whether the price is per item and not per person. For an unlisted pricing type, the existing prices decide.
 *
 * @param hasItemPrices whether there are prices without a price category
 */
export const isPerItem = (pricingType: string, hasItemPrices: boolean): boolean =>
  pricingType === 'per_item' || (pricingType !== 'per_person' && hasItemPrices);

/** The largest amount of a price or a total that the price columns can store. */
export const LARGEST_AMOUNT = new Prisma.Decimal('99999999999.999');

/** Whether the price columns can store a price or a total. */
export const isStorable = ({ original, agent, sold }: Amounts): boolean =>
  [original, agent, sold].every((amount) => amount.lessThanOrEqualTo(LARGEST_AMOUNT));

/** Unit price times quantity, exactly. */
export const times = ({ original, agent, sold }: Amounts, quantity: number): Amounts => ({
  original: original.mul(quantity),
  agent: agent.mul(quantity),
  sold: sold.mul(quantity),
});

/** The exact sum of prices. */
export const sum = (prices: Amounts[]): Amounts =>
  prices.reduce(
    (total, { original, agent, sold }) => ({
      original: total.original.add(original),
      agent: total.agent.add(agent),
      sold: total.sold.add(sold),
    }),
    { original: new Prisma.Decimal(0), agent: new Prisma.Decimal(0), sold: new Prisma.Decimal(0) },
  );
