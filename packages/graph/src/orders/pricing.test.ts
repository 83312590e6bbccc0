import { Prisma } from '@channel/prisma';
import { describe, expect, it } from 'vitest';
import { type Amounts, currencyOf, type PriceRow, priceOf, sum, times } from './pricing.ts';

const amounts = (original: string | number, agent: string | number, sold: string | number): Amounts => ({
  original: new Prisma.Decimal(original),
  agent: new Prisma.Decimal(agent),
  sold: new Prisma.Decimal(sold),
});
const row = (currencyCode: string, priceCategoryId: number | null, sold = 3): PriceRow => ({
  ...amounts(1, 2, sold),
  currencyCode,
  priceCategoryId,
});

describe('prices', () => {
  it('add up and multiply exactly, ten thousand times', () => {
    let state = 1;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    /** An amount of thousandths, in the format of the database. */
    const text = (thousandths: number) =>
      `${Math.floor(thousandths / 1_000)}.${String(thousandths % 1_000).padStart(3, '0')}`;
    for (let round = 0; round < 10_000; round++) {
      const parts = Array.from(
        { length: 1 + random(8) },
        () => [random(10 ** 8), random(10 ** 8), random(10 ** 8)] as const,
      );
      const total = sum(parts.map(([original, agent, sold]) => amounts(text(original), text(agent), text(sold))));
      const expected = [0, 1, 2].map((column) => parts.reduce((all, part) => all + (part[column] ?? 0), 0));
      expect([total.original, total.agent, total.sold].map((decimal) => decimal.mul(1_000).toString())).toEqual(
        expected.map(String),
      );
      const quantity = 1 + random(50);
      const [first] = parts;
      const [thousandths = 0] = first ?? [];
      expect(
        times(amounts(text(thousandths), 0, 0), quantity)
          .original.mul(1_000)
          .toString(),
      ).toBe(String(thousandths * quantity));
    }
  });

  it("are in the organization's currency where the rate has it, else in the rate's first", () => {
    const rate = { id: 1, prices: [row('USD', null), row('EUR', null)] };
    expect(currencyOf(rate, 'EUR')).toBe('EUR');
    expect(currencyOf(rate, 'NOK')).toBe('USD');
    expect(currencyOf({ id: 1, prices: [] }, 'EUR')).toBeUndefined();
  });

  it('are the prices of the category and the currency, without other columns of the row', () => {
    const rate = { id: 1, prices: [row('EUR', null, 1), row('EUR', 7, 2), row('USD', 7, 3)] };
    expect(priceOf(rate, 7, 'USD')).toEqual(amounts(1, 2, 3));
    expect(priceOf(rate, null, 'EUR')).toEqual(amounts(1, 2, 1));
    expect(priceOf(rate, 8, 'EUR')).toBeUndefined();
    expect(priceOf(rate, null, 'USD')).toBeUndefined();
  });
});
