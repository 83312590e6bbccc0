import { Button, Group, Text } from '@mantine/core';
import type { OrderFilters } from '../order-filters.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = { selection: Selection; total: number | undefined; filters: OrderFilters };

/** What is selected, and what can be done to it; nothing while nothing is. */
export function SelectionBar({ selection, total }: SelectionBarProps) {
  const { isAll, ids, chooseAll, clear } = selection;
  if (!isAll && ids.size === 0) return null;
  const count = isAll ? total : ids.size;
  return (
    <Group role="toolbar" aria-label="Selected orders" className={classes.bar} gap="sm">
      <Text size="sm" fw={550} role="status" className="tabular">
        {isAll ? `All ${numberText(count)} that match are selected` : `${numberText(count)} selected`}
      </Text>
      {!isAll && total !== undefined && total > ids.size && (
        <Button variant="subtle" size="compact-sm" onClick={chooseAll}>
          Select all {numberText(total)} that match
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" ml="auto" onClick={clear}>
        Clear the selection
      </Button>
    </Group>
  );
}

const numberText = (count: number | undefined) => (count === undefined ? '…' : count.toLocaleString('en'));
