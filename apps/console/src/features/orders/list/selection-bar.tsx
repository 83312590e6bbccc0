import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { LinkButton } from '#components/link-button.tsx';
import { useLocale } from '#components/regional.tsx';
import { useMay } from '#components/rights.tsx';
import { formatCount } from '#lib/format.ts';
import { type OrderFilters, viewQueryOf } from '../order-filters.ts';
import { MAX_IDS, newBatchHref } from './new-batch-href.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = { selection: Selection; total: number | undefined; filters: OrderFilters };

/** The number of selected orders and the actions on them; hidden while no order is selected. */
export function SelectionBar({ selection, total, filters }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const limit = formatCount(useLocale(), MAX_IDS);
  const { isAll, ids, chooseAll, clear } = selection;
  const count = ids.size;
  const mayChange = useMay('console');
  if (!isAll && ids.size === 0) return null;
  return (
    <Group role="toolbar" aria-label={t`Selected orders`} className={classes.bar} gap="sm">
      <Text size="sm" fw={550} role="status" className="tabular">
        {isAll ? allText(i18n, total) : <Plural value={count} one="# selected" other="# selected" />}
      </Text>
      {!isAll && total !== undefined && total > ids.size && (
        <Button variant="subtle" size="compact-sm" onClick={chooseAll}>
          <Plural value={total} one="Select all # that match" other="Select all # that match" />
        </Button>
      )}
      {mayChange &&
        (isAll || ids.size <= MAX_IDS ? (
          <LinkButton href={newBatchHref(isAll ? { listQuery: viewQueryOf(filters) } : { ids })} size="compact-sm">
            <Trans>Change…</Trans>
          </LinkButton>
        ) : (
          <Text size="sm">
            <Trans>To change more than {limit} at once, select all that match.</Trans>
          </Text>
        ))}
      <Button variant="subtle" color="gray" size="compact-sm" ml="auto" onClick={clear}>
        <Trans>Clear the selection</Trans>
      </Button>
    </Group>
  );
}

const allText = (i18n: I18n, total: number | undefined) =>
  total === undefined
    ? t(i18n)`All that match are selected`
    : t(i18n)`${plural(total, { one: 'The # that matches is selected', other: 'All # that match are selected' })}`;
