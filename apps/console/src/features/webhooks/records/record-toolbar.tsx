import { Button, Chip, CloseButton, Group, Loader, Select, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { DELIVERY_STATUSES, STATUS_LOOKS } from '../delivery-status.ts';
import { useEndpointChoice } from '../endpoints/use-endpoint-choice.ts';
import { type EventFilters, isNarrowed } from '../record-filters.ts';
import classes from './record-toolbar.module.css';
import { TimeFilter } from './time-filter.tsx';

type RecordToolbarProps = {
  /** What is listed. */
  name: string;
  filters: EventFilters;
  change: (change: Partial<EventFilters>) => void;
  clear: () => void;
  isBusy: boolean;
  /** False where the list is about one endpoint anyway. */
  withEndpoint?: boolean;
  children?: ReactNode;
};

/** Everything that narrows a list of events or deliveries. */
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
  const search = useRef<HTMLInputElement>(null);
  useCommands('Webhooks', [{ does: `Search ${name}`, keys: '/', run: () => search.current?.select() }]);
  return (
    <Group role="search" aria-label={name} className={classes.toolbar} gap="sm">
      <TextInput
        ref={search}
        type="search"
        className={classes.search}
        aria-label={`Search ${name}`}
        aria-keyshortcuts="/"
        placeholder="Order, guest, tag or id"
        value={q}
        onChange={({ currentTarget }) => change({ q: currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        leftSection={isBusy ? <Loader size={14} /> : <IconSearch size={16} aria-hidden />}
        rightSection={q && <CloseButton size="sm" aria-label="Empty the search" onClick={() => change({ q: '' })} />}
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
      {isNarrowed(filters) && (
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={clear}
          aria-label="Clear all filters"
        >
          Clear
        </Button>
      )}
    </Group>
  );
}

type FieldProps = { value: number | null; onChange: (value: number | null) => void };

function OrderField({ value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(String(value ?? ''));
  // A step back in the browser changes the filter from outside.
  useEffect(() => setTyped(String(value ?? '')), [value]);
  return (
    <TextInput
      aria-label="Number of the order"
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
      w={174}
      {...useEndpointChoice(value, onChange)}
      nothingFoundMessage="No endpoint is called so"
      comboboxProps={{ width: 320, position: 'bottom-start' }}
    />
  );
}
