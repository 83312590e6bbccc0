import { Table } from '@mantine/core';
import { memo } from 'react';
import type { OrderRow } from '../orders-query.ts';
import { type CellContext, ORDER_COLUMNS } from './order-columns.tsx';
import classes from './orders-table.module.css';

/** Orders with a way to each. */
export type OrdersProps = {
  orders: OrderRow[];
  hrefOf: (order: OrderRow) => string;
  officeTimeZone: string;
  /** True while an answer to the present filters is on its way. */
  isStale: boolean;
};

/** Orders as a table; the whole row leads to the order. */
export function OrdersTable({ orders, hrefOf, officeTimeZone, isStale }: OrdersProps) {
  return (
    <Table
      highlightOnHover
      verticalSpacing={7}
      horizontalSpacing={9}
      className={classes.table}
      data-stale={isStale}
      aria-busy={isStale}
    >
      <Table.Caption className={classes.caption}>Orders, newest first</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {ORDER_COLUMNS.map(({ key, header, align }) => (
            <Table.Th key={key} scope="col" ta={align} className={classes[key]}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} href={hrefOf(order)} officeTimeZone={officeTimeZone} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Letters typed into the search leave rows as they are. */
const Row = memo(function Row({ order, ...context }: { order: OrderRow } & CellContext) {
  return (
    <Table.Tr className={classes.row}>
      {ORDER_COLUMNS.map(({ key, align, cell }) => (
        <Table.Td key={key} ta={align} className={classes[key]}>
          {cell(order, context)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
});
