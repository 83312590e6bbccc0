import { Text } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Amount } from '#components/amount.tsx';
import { Instant } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { Guests } from '../guests.tsx';
import type { OrderRow } from '../orders-query.ts';
import { StartsAt } from '../starts-at.tsx';
import { StatusBadge } from '../status-badge.tsx';
import classes from './orders-table.module.css';

/** What cells need beside their order. */
export type CellContext = { href: string; officeTimeZone: string };

export type OrderColumn = {
  key: string;
  header: string;
  /** `end` for amounts. */
  align?: 'end';
  cell: (order: OrderRow, context: CellContext) => ReactNode;
};

/** The columns of the order list, from left to right. */
export const ORDER_COLUMNS: OrderColumn[] = [
  {
    key: 'id',
    header: 'Order',
    cell: (order, { href }) => (
      <>
        <Link href={href} prefetch={false} className={classes.rowLink} aria-label={`Order ${order.id}`}>
          {order.id}
        </Link>
        {order.referenceCode && (
          <Text size="xs" c="dimmed" className={classes.reference} title={order.referenceCode}>
            {order.referenceCode}
          </Text>
        )}
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'product', header: 'Product', cell: (order) => <ProductCell order={order} /> },
  { key: 'starts-at', header: 'Starts at', cell: (order) => <StartsAt order={order} stacked /> },
  { key: 'guests', header: 'Guests', cell: ({ passengers }) => <Guests passengers={passengers} /> },
  {
    key: 'client',
    header: 'Client',
    cell: ({ client }) => (
      <Text inherit lineClamp={2}>
        {client.name}
      </Text>
    ),
  },
  { key: 'city', header: 'City', cell: ({ city }) => city.name },
  {
    key: 'total',
    header: 'Total sold',
    align: 'end',
    cell: ({ totalPrices }) => <Amount money={totalPrices.sold} strong />,
  },
  {
    key: 'booked-at',
    header: 'Booked at',
    cell: ({ bookedAt }, { officeTimeZone }) =>
      bookedAt ? <Instant instant={bookedAt} timeZone={officeTimeZone} stacked /> : <Nothing meaning="Not booked" />,
  },
];

function ProductCell({ order: { bookedDetails } }: { order: OrderRow }) {
  if (!bookedDetails)
    return (
      <Text inherit c="dimmed">
        Nothing chosen yet
      </Text>
    );
  return (
    <>
      <Text inherit fw={550} lineClamp={1} title={bookedDetails.product.title}>
        {bookedDetails.product.title}
      </Text>
      <Text inherit c="dimmed" lineClamp={1} title={bookedDetails.serviceLevel.title}>
        {bookedDetails.serviceLevel.title}
      </Text>
    </>
  );
}
