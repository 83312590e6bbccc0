'use client';

import { useLocale } from '#components/regional.tsx';
import { StackedBars } from '#components/stacked-bars.tsx';
import type { OrdersOfDay } from './overview-query.ts';

const SERIES = [
  { name: 'Booked', color: 'indigo.6' },
  { name: 'Not booked', color: 'gray.5' },
];

/** A bar chart of the orders of each day; the table beside it shows the same figures. */
export function OrdersChart({ days, height }: { days: OrdersOfDay[]; height: number }) {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const data = days.map(({ date, made, booked }) => ({
    label: format.format(new Date(`${date}T00:00:00Z`)),
    Booked: booked,
    'Not booked': made - booked,
  }));
  return <StackedBars data={data} series={SERIES} grid="y" height={height} />;
}
