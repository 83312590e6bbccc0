import { fieldSql, lookup, member, sql, values } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Decimal } from './scalars.ts';
import { tables } from './tables.ts';

/** The columns of the three prices of something sold: all are set, or none. */
export type PriceColumns = {
  currencyCode: string;
  original: Decimal | null;
  agent: Decimal | null;
  sold: Decimal | null;
};

export type MoneyShape = { amount: Decimal; currencyCode: string };

const Currency = builder.prismaObject('Currency', {
  fields: (t) => ({
    code: t.string({
      description: 'ISO 4217 code, such as `EUR`.',
      extensions: fieldSql((row) => ({ value: member(row, 'code') })),
      resolve: (currency) => currency.code.trim(),
    }),
    symbol: t.exposeString('symbol'),
    name: t.exposeString('name'),
  }),
});

export const Money = builder.objectRef<MoneyShape>('Money').implement({
  description: 'An exact amount in a currency.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      description: 'The amount in units of the currency.',
      extensions: fieldSql((row) => ({ value: member(row, 'amount') })),
      resolve: (money) => money.amount,
    }),
    currency: t.field({
      type: Currency,
      description: 'The currency of the amount.',
      extensions: fieldSql((row) => ({
        rows: lookup(
          row,
          tables.Currency,
          (currency) => sql`${member(currency, 'code')} = ${member(row, 'currencyCode')}`,
        ),
      })),
      resolve: (money, _args, context) => context.loaders.currency.load(money.currencyCode),
    }),
  }),
});

/** The SQL resolver for `amountOf`. */
const priceSql = (column: 'original' | 'agent' | 'sold') =>
  fieldSql((row) => ({
    object: values(row, { amount: member(row, column), currencyCode: member(row, 'currencyCode') }),
    when: sql`${member(row, column)} IS NOT NULL`,
  }));

const amountOf = (column: 'original' | 'agent' | 'sold') => (row: PriceColumns) => {
  const amount = row[column];
  return amount === null ? null : { amount, currencyCode: row.currencyCode };
};

export const Prices = builder.objectRef<PriceColumns>('Prices').implement({
  description: 'The prices of something sold. All three are null where another level of the order has the price.',
  fields: (t) => ({
    original: t.field({
      type: Money,
      nullable: true,
      description: "The supplier's price.",
      extensions: priceSql('original'),
      resolve: amountOf('original'),
    }),
    agent: t.field({
      type: Money,
      nullable: true,
      description: 'What the selling partner pays.',
      extensions: priceSql('agent'),
      resolve: amountOf('agent'),
    }),
    sold: t.field({
      type: Money,
      nullable: true,
      description: 'What the client pays.',
      extensions: priceSql('sold'),
      resolve: amountOf('sold'),
    }),
  }),
});

export { Currency };
