import { Prisma } from '@channel/prisma';
import type { Decimal } from '../shared/scalars.ts';

export type Amounts = { original: Decimal; agent: Decimal; sold: Decimal };
export type PriceRow = Amounts & { currencyCode: string; priceCategoryId: number | null };

/** The rate at which something is booked, with all its prices in the order of the catalogue. */
export type PricedRate = { id: number; prices: PriceRow[] };

/**
 * The currency in which an order at a rate is priced: the organization's where the rate has it, else the rate's first.
 *
 * @returns undefined for a rate without prices
 */
export const currencyOf = (rate: PricedRate, organizationCurrency: string): string | undefined =>
  rate.prices.find((price) => price.currencyCode === organizationCurrency)?.currencyCode ??
  rate.prices[0]?.currencyCode;

/** What a person of a category (null: an item) costs in a currency; undefined where the rate has no such price. */
export function priceOf(rate: PricedRate, priceCategoryId: number | null, currencyCode: string): Amounts | undefined {
  const price = rate.prices.find((row) => row.priceCategoryId === priceCategoryId && row.currencyCode === currencyCode);
  return price && { original: price.original, agent: price.agent, sold: price.sold };
}

/**
 * Whether something is paid by item and not by person. A pricing type that nobody listed goes by what there are prices for.
 *
 * @param hasItemPrices whether there are prices that belong to no category of persons
 */
export const isPerItem = (pricingType: string, hasItemPrices: boolean): boolean =>
  pricingType === 'per_item' || (pricingType !== 'per_person' && hasItemPrices);

/** The largest amount of a price or a total: what the columns of prices hold. */
export const LARGEST_AMOUNT = new Prisma.Decimal('99999999999.999');

/** Whether a price or a total can be kept. */
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
