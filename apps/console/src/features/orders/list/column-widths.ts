import { DEFAULT_COLUMNS, type OrderColumnId } from '../order-column-ids.ts';
import { ORDER_COLUMNS } from './order-columns.tsx';

/** Width of the checkbox column, in pixels. */
const CHOOSER_WIDTH = 48;

/** Columns that narrow screens omit, unless the user has chosen columns. */
const OMITTED: readonly OrderColumnId[] = ['client', 'created'];

/** Whether narrow screens omit a column. */
export const isOmitted = (id: OrderColumnId, columns: readonly OrderColumnId[]): boolean =>
  OMITTED.includes(id) && columns.join() === DEFAULT_COLUMNS.join();

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The minimum width of the table in pixels: without the columns that narrow screens omit. */
export const minWidth = (columns: readonly OrderColumnId[]): number =>
  CHOOSER_WIDTH + sum(columns.filter((id) => !isOmitted(id, columns)).map((id) => ORDER_COLUMNS[id].width));

/** The width of a column: its minimum, and its share of the space that remains in the table's container. */
export function columnWidth(id: OrderColumnId, columns: readonly OrderColumnId[]): string {
  const { width, grow = 0 } = ORDER_COLUMNS[id];
  const all = columns.map((column) => ORDER_COLUMNS[column]);
  const least = CHOOSER_WIDTH + sum(all.map((column) => column.width));
  const shares = sum(all.map((column) => column.grow ?? 0));
  if (grow === 0) return `${width}px`;
  return `calc(${width}px + max(0px, 100cqw - ${least}px) * ${(grow / shares).toFixed(4)})`;
}
