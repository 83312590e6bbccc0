import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { addDays, dateAt, dateText, instantOf } from '../shared/calendar.ts';
import { Money, type MoneyShape } from '../shared/money.ts';
import { principalsOf } from '../shared/principals.ts';

type Day = { date: Date; made: number; booked: number; amounts: MoneyShape[] };

export const OrdersOfDay = builder.objectRef<Day>('OrdersOfDay').implement({
  description: 'The orders that were made on a day, in their current state.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: "The day in the organization's time zone." }),
    made: t.exposeInt('made', { description: 'Number of orders that were made, whatever their status is now.' }),
    booked: t.exposeInt('booked', { description: 'Number of these orders that are booked now.' }),
    amounts: t.field({
      type: [Money],
      description: 'What clients pay for the booked orders: one exact sum per currency, sorted by currency code.',
      resolve: ({ amounts }) => amounts,
    }),
  }),
});

type Sum = { day: Date; currencyCode: string; made: number; booked: number; amount: Prisma.Decimal };

/**
 * The orders of an organization that the actor may see, by the day of their creation in the organization's time zone.
 */
export async function ordersByDay(
  context: Context,
  { id, timeZone }: { id: number; timeZone: string },
  days: number,
): Promise<Day[]> {
  if (days < 1 || days > 366) throw invalid([{ path: ['days'], message: 'must be between 1 and 366.' }]);
  const today = dateAt(context.now, timeZone);
  const first = addDays(today, 1 - days);
  const [from, until] = [instantOf(first, timeZone), instantOf(addDays(today, 1), timeZone)];
  const sums = await context.db.$queryRaw<Sum[]>`
    SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, trim(currency_code) AS "currencyCode", count(*)::int AS made,
      count(*) FILTER (WHERE status = 'Booked')::int AS booked,
      coalesce(sum(total_sold) FILTER (WHERE status = 'Booked'), 0) AS amount
    FROM orders
    WHERE organization_id = ${id} AND viewers && ${principalsOf(context)}
      AND created_at >= ${from}::timestamptz AND created_at < ${until}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 2`;
  const byDay = Map.groupBy(sums, ({ day }) => dateText(day));
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(first, index);
    const rows = byDay.get(dateText(date)) ?? [];
    return {
      date,
      made: rows.reduce((sum, { made }) => sum + made, 0),
      booked: rows.reduce((sum, { booked }) => sum + booked, 0),
      amounts: rows.flatMap(({ amount, currencyCode, booked }) => (booked > 0 ? [{ amount, currencyCode }] : [])),
    };
  });
}
