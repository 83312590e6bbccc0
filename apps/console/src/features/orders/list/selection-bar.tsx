import { Button, Group, Text } from '@mantine/core';
import { LinkButton } from '#components/link-button.tsx';
import { useMay } from '#components/rights.tsx';
import { type OrderFilters, viewQueryOf } from '../order-filters.ts';
import { MAX_IDS, newBatchHref } from './new-batch-href.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = { selection: Selection; total: number | undefined; filters: OrderFilters };

/** The number of selected orders and the actions on them; hidden while no order is selected. */
export function SelectionBar({ selection, total, filters }: SelectionBarProps) {
  const { isAll, ids, chooseAll, clear } = selection;
  const mayChange = useMay('console');
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
      {mayChange &&
        (isAll || ids.size <= MAX_IDS ? (
          <LinkButton href={newBatchHref(isAll ? { listQuery: viewQueryOf(filters) } : { ids })} size="compact-sm">
            Change…
          </LinkButton>
        ) : (
          <Text size="sm">To change more than {numberText(MAX_IDS)} at once, select all that match.</Text>
        ))}
      <Button variant="subtle" color="gray" size="compact-sm" ml="auto" onClick={clear}>
        Clear the selection
      </Button>
    </Group>
  );
}

const numberText = (count: number | undefined) => (count === undefined ? '…' : count.toLocaleString('en'));
