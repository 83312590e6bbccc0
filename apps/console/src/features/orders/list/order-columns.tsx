import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Amount } from '#components/amount.tsx';
import { Day, Instant, TimeOfDay, Zone } from '#components/moments.tsx';
import { Nothing } from '#components/nothing.tsx';
import { PassengerNames } from '#components/passenger-names.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { OrderColumnId } from '../order-column-ids.ts';
import type { SortKey } from '../order-filters.ts';
import type { OrderRow } from '../orders-query.ts';
import { StartsAt } from '../starts-at.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { OrderLink } from './order-link.tsx';
import classes from './orders-table.module.css';

/** A column of the list. The server sorts, filters and paginates. */
export type OrderColumn = {
  header: MessageDescriptor;
  /** The minimum in pixels. */
  width: number;
  /** The share of the remaining space that texts of different lengths take; 0 if absent. */
  grow?: number;
  /** `end` for amounts. */
  align?: 'end';
  /** The sort key of the header. */
  sort?: SortKey;
  sortsDescendingFirst?: boolean;
  cell: (order: OrderRow) => ReactNode;
};

export const ORDER_COLUMNS: Record<OrderColumnId, OrderColumn> = {
  id: {
    header: msg`Order`,
    width: 110,
    cell: (order) => (
      <>
        <OrderLink order={order} />
        {order.referenceCode && <Line dimmed text={order.referenceCode} />}
      </>
    ),
  },
  status: { header: msg`Status`, width: 106, sort: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  product: {
    header: msg`Product`,
    width: 168,
    grow: 3,
    sort: 'product',
    cell: (order) => <ProductCell order={order} />,
  },
  starts: { header: msg`Starts at`, width: 106, sort: 'starts', cell: (order) => <StartsAt order={order} stacked /> },
  guests: {
    header: msg`Passengers`,
    width: 130,
    grow: 1.5,
    sort: 'leader',
    cell: ({ passengers }) => (
      <div className={classes.twoLines} data-text>
        <PassengerNames passengers={passengers} />
      </div>
    ),
  },
  client: { header: msg`Client`, width: 132, grow: 1.5, cell: ({ client }) => <Name name={client.name} /> },
  city: { header: msg`City`, width: 110, grow: 1, cell: ({ city }) => <Name name={city.name} /> },
  total: {
    header: msg`Total sold`,
    width: 98,
    align: 'end',
    sort: 'total',
    sortsDescendingFirst: true,
    cell: ({ totalPrices }) => <Amount money={totalPrices.sold} strong />,
  },
  created: {
    header: msg`Created at`,
    width: 124,
    sort: 'created',
    sortsDescendingFirst: true,
    cell: ({ createdAt }) => <OrganizationInstant instant={createdAt} />,
  },
  booked: {
    header: msg`Booked at`,
    width: 108,
    sort: 'booked',
    sortsDescendingFirst: true,
    cell: ({ bookedAt }) =>
      bookedAt ? <OrganizationInstant instant={bookedAt} /> : <None meaning={msg`Not booked`} />,
  },
  pickup: {
    header: msg`Pickup`,
    width: 170,
    grow: 1,
    cell: (order) => <TransferCell order={order} side="pickup" none={msg`No pickup`} />,
  },
  dropoff: {
    header: msg`Drop-off`,
    width: 170,
    grow: 1,
    cell: (order) => <TransferCell order={order} side="dropoff" none={msg`No drop-off`} />,
  },
  guide: {
    header: msg`Guide`,
    width: 130,
    grow: 1,
    cell: ({ tourGuide }) => <Name name={tourGuide?.name} none={msg`No guide`} />,
  },
  contact: {
    header: msg`Contact person`,
    width: 130,
    grow: 1,
    cell: ({ contactPerson }) => <Name name={contactPerson?.name} none={msg`No contact person`} />,
  },
  issuer: { header: msg`Issuer`, width: 130, grow: 1, cell: ({ issuer }) => <Name name={issuer?.name} /> },
  supplier: {
    header: msg`Supplier`,
    width: 140,
    grow: 1,
    cell: ({ supplier }) => <Name name={supplier?.name} none={msg`No supplier`} />,
  },
  tags: {
    header: msg`Tags`,
    width: 180,
    grow: 2,
    cell: ({ tags = [] }) => (
      <Name name={tags.map(({ key, value }) => `${key}: ${value}`).join(', ')} none={msg`No tags`} />
    ),
  },
};

function None({ meaning }: { meaning: MessageDescriptor }) {
  const { t } = useLingui();
  return <Nothing meaning={t(meaning)} />;
}

function Name({ name, none = msg`None` }: { name: string | undefined; none?: MessageDescriptor }) {
  if (!name) return <None meaning={none} />;
  return (
    <div className={classes.twoLines} data-text>
      {name}
    </div>
  );
}

function Line({ text, dimmed, strong }: { text: string; dimmed?: boolean; strong?: boolean }) {
  return (
    <div className={`${classes.oneLine} ${dimmed ? 'dimmed' : ''}`} data-strong={strong} data-text>
      {text}
    </div>
  );
}

function ProductCell({ order: { bookedDetails } }: { order: OrderRow }) {
  const { t } = useLingui();
  if (!bookedDetails) return <Line dimmed text={t`No booking yet`} />;
  return (
    <>
      <Line strong text={bookedDetails.product.title} />
      <Line dimmed text={bookedDetails.serviceLevel.title} />
    </>
  );
}

function OrganizationInstant({ instant }: { instant: string }) {
  return <Instant instant={instant} timeZone={useOrganizationTimeZone()} stacked />;
}

type TransferCellProps = { order: OrderRow; side: 'pickup' | 'dropoff'; none: MessageDescriptor };

function TransferCell({ order, side, none }: TransferCellProps) {
  const { t } = useLingui();
  const { date, time, driver, location } = order[side] ?? {};
  const address = location?.point?.address;
  if (!date && !time && !driver && !address) return <None meaning={none} />;
  return (
    <>
      <div className={classes.oneLine} data-text>
        {date && <Day day={date} />} {time && <TimeOfDay time={time} />}{' '}
        {time && <Zone timeZone={order.timeZone} instant={order.startsAt ?? order.createdAt} />}
        {!date && !time && address}
      </div>
      <Line dimmed text={driver?.name ?? t`No driver`} />
    </>
  );
}
