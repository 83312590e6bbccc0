'use client';

import { useLingui } from '@lingui/react/macro';
import { createContext, useContext } from 'react';
import { Link } from '#components/link.tsx';
import type { OrderRow } from '../orders-query.ts';
import classes from './orders-table.module.css';

const Href = createContext<(id: number) => string>((id) => `/orders/${id}`);

/** Sets the target of the order links inside. */
export const OrderHrefProvider = Href;

/** Returns a function that maps an order id to the link target. */
export const useOrderHref = () => useContext(Href);

/** The link from a row to its order; it covers the whole row. */
export function OrderLink({ order: { id } }: { order: OrderRow }) {
  const { t } = useLingui();
  return (
    <Link href={useOrderHref()(id)} className={classes.rowLink} aria-label={t`Order ${id}`} data-order-id={id} data-row>
      {id}
    </Link>
  );
}
