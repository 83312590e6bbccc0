import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { OrderColumnId } from '../order-column-ids.ts';
import type { OrderRow } from '../orders-query.ts';
import { isOmitted } from './column-widths.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';
import classes from './orders-table.module.css';
import type { Selection } from './use-selection.ts';

type OrdersTableRowProps = {
  order: OrderRow;
  columns: OrderColumnId[];
  position: number;
  isSelected: boolean;
  isCurrent: boolean;
  choose: Selection['choose'];
};

/** Memoized: typing into the search and changes of other rows do not re-render a row. */
export const OrdersTableRow = memo(function OrdersTableRow(props: OrdersTableRowProps) {
  const { t } = useLingui();
  const { order, columns, position, isSelected, isCurrent, choose } = props;
  const { id } = order;
  return (
    <tr
      className={classes.row}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={position}
    >
      <td className={classes.chooser}>
        <label className={classes.choice}>
          <input
            type="checkbox"
            aria-label={t`Select order ${id}`}
            checked={isSelected}
            onChange={() => {}}
            onClick={({ shiftKey, currentTarget }) => choose(id, currentTarget.checked, shiftKey)}
          />
        </label>
      </td>
      {columns.map((column) => (
        <td
          key={column}
          data-align={ORDER_COLUMNS[column].align}
          data-omitted={isOmitted(column, columns) || undefined}
        >
          {ORDER_COLUMNS[column].cell(order)}
        </td>
      ))}
    </tr>
  );
});
