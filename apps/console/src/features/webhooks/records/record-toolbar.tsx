import { useLingui } from '@lingui/react/macro';
import { Chip, Group, Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import { SearchBar } from '#components/list/search-bar.tsx';
import { DELIVERY_STATUSES, STANDING_LOOKS } from '../delivery-status.ts';
import { useEndpointChoice } from '../endpoints/use-endpoint-choice.ts';
import { type EventFilters, isNarrowed } from '../record-filters.ts';
import classes from './record-toolbar.module.css';
import { TimeFilter } from './time-filter.tsx';

type RecordToolbarProps = {
  /** The accessible name: `deliveries`. */
  label: string;
  /** The accessible name of the search field: `Search deliveries`. */
  search: string;
  filters: EventFilters;
  change: (change: Partial<EventFilters>) => void;
  clear: () => void;
  isBusy: boolean;
  /** Whether the rows for the filters are shown. */
  isReady: boolean;
  /** False if the list is limited to one endpoint. */
  withEndpoint?: boolean;
  children?: ReactNode;
};

/** The search and filters of a list of events or deliveries. */
export function RecordToolbar({
  label,
  search,
  filters,
  change,
  clear,
  isBusy,
  isReady,
  withEndpoint = true,
  children,
}: RecordToolbarProps) {
  const { t } = useLingui();
  const { q, order, endpoint, status, from, to } = filters;
  return (
    <SearchBar aria-label={label} className={classes.toolbar} gap="xs">
      <ListSearch
        label={search}
        placeholder={t`Order, passenger, tag or id`}
        value={q}
        onChange={(text) => change({ q: text })}
        isBusy={isBusy}
        isReady={isReady}
      />
      <OrderField value={order} onChange={(next) => change({ order: next })} />
      {withEndpoint && <EndpointField value={endpoint} onChange={(next) => change({ endpoint: next })} />}
      <Group role="group" aria-label={t`Status`} gap={6}>
        {DELIVERY_STATUSES.map((one) => (
          <Chip
            key={one}
            checked={status.includes(one)}
            onChange={(isChosen) =>
              change({ status: DELIVERY_STATUSES.filter((s) => (s === one ? isChosen : status.includes(s))) })
            }
            color={STANDING_LOOKS[one].color}
            variant="light"
            radius="md"
            size="sm"
            classNames={{ label: classes.chip }}
          >
            {t(STANDING_LOOKS[one].label)}
          </Chip>
        ))}
      </Group>
      <TimeFilter key={`${from}/${to}`} from={from} to={to} onChange={change} />
      {children}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </SearchBar>
  );
}

type FieldProps = { value: number | null; onChange: (value: number | null) => void };

function OrderField({ value, onChange }: FieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(String(value ?? ''));
  // Browser navigation can change the filter.
  useEffect(() => setTyped(String(value ?? '')), [value]);
  return (
    <TextInput
      aria-label={t`Order number`}
      placeholder={t`Order no.`}
      inputMode="numeric"
      w={98}
      value={typed}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim();
        if (!/^\d{0,15}$/.test(text)) return;
        setTyped(text);
        onChange(Number(text) || null);
      }}
    />
  );
}

function EndpointField({ value, onChange }: FieldProps) {
  const { t } = useLingui();
  return (
    <Select
      aria-label={t`Endpoint`}
      w={160}
      {...useEndpointChoice(value, onChange)}
      nothingFoundMessage={t`No endpoint with this name`}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
    />
  );
}
