import { Button, Group, Text } from '@mantine/core';
import { LinkButton } from '#components/link-button.tsx';
import { useMay } from '#components/rights.tsx';
import { countText } from '#lib/count-text.ts';
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
  return (
    <Group role="toolbar" aria-label="Selected orders" className={classes.bar} gap="sm">
      <Text size="sm" fw={550} role="status" className="tabular">
        {isAll ? allText(total) : `${ids.size.toLocaleString('en')} selected`}
      </Text>
      {!isAll && total !== undefined && total > ids.size && (
        <Button variant="subtle" size="compact-sm" onClick={chooseAll}>
          Select all {total.toLocaleString('en')} that match
        </Button>
      )}
      {mayChange &&
        (isAll || ids.size <= MAX_IDS ? (
          <LinkButton href={newBatchHref(isAll ? { listQuery: viewQueryOf(filters) } : { ids })} size="compact-sm">
            Change…
          </LinkButton>
        ) : (
          <Text size="sm">To change more than {MAX_IDS.toLocaleString('en')} at once, select all that match.</Text>
        ))}
      <Button variant="subtle" color="gray" size="compact-sm" ml="auto" onClick={clear}>
        Clear the selection
      </Button>
    </Group>
  );
}

const allText = (total: number | undefined) =>
  total === undefined
    ? 'All that match are selected'
    : countText(total, { one: 'The # that matches is selected', other: 'All # that match are selected' });
