'use client';

import { useLingui } from '@lingui/react/macro';
import { useLocale } from '#components/regional.tsx';
import { StackedBars } from '#components/stacked-bars.tsx';
import { dateFormat } from '#lib/format.ts';
import type { OrdersOfDay } from './overview-query.ts';

/** A bar chart of the orders of each day; the table beside it shows the same figures. */
export function OrdersChart({ days, height }: { days: OrdersOfDay[]; height: number }) {
  const { t } = useLingui();
  const locale = useLocale();
  const format = dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const data = days.map(({ date, made, booked }) => ({
    label: format.format(new Date(`${date}T00:00:00Z`)),
    counts: { booked, notBooked: made - booked },
  }));
  const series = [
    { name: 'booked', label: t`Booked`, color: 'indigo.6' },
    { name: 'notBooked', label: t`Not booked`, color: 'gray.5' },
  ];
  return <StackedBars data={data} series={series} height={height} />;
}
