import { Table } from '@mantine/core';
import type { OrderRow } from '../orders-query.ts';
import { type CellContext, ORDER_COLUMNS } from './order-columns.tsx';
import classes from './orders-table.module.css';

/** Orders as a table; the whole row leads to the order. */
export function OrdersTable({ orders, isStale, ...context }: { orders: OrderRow[]; isStale: boolean } & CellContext) {
  return (
    <Table highlightOnHover verticalSpacing={7} horizontalSpacing="sm" className={classes.table} data-stale={isStale}>
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
          <Table.Tr key={order.id} className={classes.row}>
            {ORDER_COLUMNS.map(({ key, align, cell }) => (
              <Table.Td key={key} ta={align} className={classes[key]}>
                {cell(order, context)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
