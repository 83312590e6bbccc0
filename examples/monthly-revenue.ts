import { channel, end, graphql } from './channel.ts';

/*
 * Prints the revenue of booked orders by month, product and currency as CSV (RFC 4180):
 *
 *   node monthly-revenue.ts 2026-01 2026-06 > revenue.csv
 *
 * An order counts in the month in which it was booked, in the time zone of the organization. Amounts are exact.
 */

const Revenue = graphql(`
  query Revenue($days: DateRange!) {
    orderStatistics(dateBasis: BOOK, filter: { bookDate: $days }, groupBy: [MONTH, PRODUCT], limit: 300) {
      isTruncated
      groups {
        keys { date subjectId label }
        figures {
          sums { currencyCode orders original agent sold }
        }
      }
    }
  }
`);

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const [first = '', last = first] = process.argv.slice(2);
if (!MONTH.test(first) || !MONTH.test(last)) end('Name the first and the last month, such as 2026-01 2026-06.');

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may have enough.
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
print(['month', 'product_id', 'product', 'currency', 'orders', 'original', 'agent', 'sold']);
for (const month of months(first, last)) {
  const { orderStatistics } = await channel.query(Revenue, { days: daysAround(month) });
  if (orderStatistics.isTruncated) throw new Error(`More products than one answer holds were sold in ${month}.`);
  for (const { keys, figures } of orderStatistics.groups) {
    const [booked, product] = keys;
    if (booked?.date !== `${month}-01`) continue;
    for (const { currencyCode, orders, original, agent, sold } of figures.sums)
      print([
        month,
        product?.subjectId,
        harmless(product?.label ?? ''),
        currencyCode,
        orders,
        ...[original, agent, sold].map(exact),
      ]);
  }
}

function* months(from: string, until: string): Generator<string> {
  for (let month = from; month <= until; month = dayOf(month, 1).slice(0, 7)) yield month;
}

/** The filter means days in UTC, the months are local: the days of a month and one more on each side hold all of it. */
function daysAround(month: string): { start: string; end: string } {
  return { start: dayOf(month, 0, 0), end: dayOf(month, 1) };
}

/** A day some months after a month; by default the first, and 0 is the day before it. */
function dayOf(month: string, monthsLater: number, day = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + monthsLater, day)).toISOString().slice(0, 10);
}

/** JSON holds numbers exactly up to 2^53; amounts have at most three digits after the point. */
function exact(amount: number): string {
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER / 1_000) throw new Error(`The sum ${amount} may be rounded.`);
  return String(amount);
}

/** A text that a spreadsheet does not run as a formula. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function print(values: readonly (string | number | null | undefined)[]): void {
  const fields = values.map((value) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  process.stdout.write(`${fields.join(',')}\r\n`);
}
