import { Chip, Group, Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { useEarlyClicks } from '#components/list/early-input.ts';
import { ListSearch } from '#components/list/list-search.tsx';
import { DELIVERY_STATUSES, STATUS_LOOKS } from '../delivery-status.ts';
import { useEndpointChoice } from '../endpoints/use-endpoint-choice.ts';
import { type EventFilters, isNarrowed } from '../record-filters.ts';
import classes from './record-toolbar.module.css';
import { TimeFilter } from './time-filter.tsx';

type RecordToolbarProps = {
  /** The plural name of the entries. */
  name: string;
  filters: EventFilters;
  change: (change: Partial<EventFilters>) => void;
  clear: () => void;
  isBusy: boolean;
  /** False if the list is limited to one endpoint. */
  withEndpoint?: boolean;
  children?: ReactNode;
};

/** The search and filters of a list of events or deliveries. */
export function RecordToolbar({
  name,
  filters,
  change,
  clear,
  isBusy,
  withEndpoint = true,
  children,
}: RecordToolbarProps) {
  const { q, order, endpoint, status, from, to } = filters;
  const box = useRef<HTMLDivElement>(null);
  useEarlyClicks(box);
  return (
    <Group ref={box} role="search" aria-label={name} className={classes.toolbar} gap="xs">
      <ListSearch
        label={`Search ${name}`}
        placeholder="Order, passenger, tag or id"
        value={q}
        onChange={(text) => change({ q: text })}
        isBusy={isBusy}
      />
      <OrderField value={order} onChange={(next) => change({ order: next })} />
      {withEndpoint && <EndpointField value={endpoint} onChange={(next) => change({ endpoint: next })} />}
      <Group role="group" aria-label="Status" gap={6}>
        {DELIVERY_STATUSES.map((one) => (
          <Chip
            key={one}
            checked={status.includes(one)}
            onChange={(isChosen) =>
              change({ status: DELIVERY_STATUSES.filter((s) => (s === one ? isChosen : status.includes(s))) })
            }
            color={STATUS_LOOKS[one].color}
            variant="light"
            radius="md"
            size="sm"
            classNames={{ label: classes.chip }}
          >
            {STATUS_LOOKS[one].label}
          </Chip>
        ))}
      </Group>
      <TimeFilter key={`${from}/${to}`} from={from} to={to} onChange={change} />
      {children}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </Group>
  );
}

type FieldProps = { value: number | null; onChange: (value: number | null) => void };

function OrderField({ value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(String(value ?? ''));
  // Browser navigation can change the filter.
  useEffect(() => setTyped(String(value ?? '')), [value]);
  return (
    <TextInput
      aria-label="Order number"
      placeholder="Order no."
      inputMode="numeric"
      w={98}
      value={typed}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim();
        if (!/^\d{0,9}$/.test(text)) return;
        setTyped(text);
        onChange(Number(text) || null);
      }}
    />
  );
}

function EndpointField({ value, onChange }: FieldProps) {
  return (
    <Select
      aria-label="Endpoint"
      w={160}
      {...useEndpointChoice(value, onChange)}
      nothingFoundMessage="No endpoint with this name"
      comboboxProps={{ width: 320, position: 'bottom-start' }}
    />
  );
}
