'use client';

import Link from 'next/link';
import { createContext, useContext } from 'react';
import type { OrderRow } from '../orders-query.ts';
import classes from './orders-table.module.css';

const Href = createContext<(id: number) => string>((id) => `/orders/${id}`);

/** Says where the links of orders inside lead to. */
export const OrderHrefProvider = Href;

/** Where the link of an order leads to. */
export const useOrderHref = () => useContext(Href);

/** The way from a row to its order; it is as large as the row. */
export function OrderLink({ order: { id } }: { order: OrderRow }) {
  return (
    <Link
      href={useOrderHref()(id)}
      prefetch={false}
      className={classes.rowLink}
      aria-label={`Order ${id}`}
      data-order-id={id}
    >
      {id}
    </Link>
  );
}
