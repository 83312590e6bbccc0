import { CloseButton, Group, NativeSelect, Pill, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { debounce } from 'nuqs';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { isDay } from '#lib/format.ts';
import { type AuditFilters, isNarrowed } from './audit-filters.ts';
import { ACTIONS, CHANNEL_LABELS, CHANNELS, THING_NAMES, THINGS } from './audit-labels.ts';
import { actorNameQuery } from './audit-query.ts';

type AuditToolbarProps = {
  filters: AuditFilters;
  change: (changed: Partial<AuditFilters>, options?: object) => unknown;
  clear: () => void;
  isBusy: boolean;
};

/** The filters of the audit log. */
export function AuditToolbar({ filters, change, clear, isBusy }: AuditToolbarProps) {
  const { q, of, id, action, channel, from, to, actor, batch } = filters;
  const set = (changed: Partial<AuditFilters>) => void change({ page: 1, ...changed });
  return (
    <Group role="search" aria-label="Audit log" className={classes.toolbar} gap="xs" align="flex-end">
      <ListSearch
        label="Search the audit log"
        placeholder="Name, change or request"
        value={q}
        onChange={(text) =>
          void change({ q: text, page: 1 }, { history: 'replace', limitUrlUpdates: text ? debounce(300) : undefined })
        }
        isBusy={isBusy}
      />
      <NativeSelect
        aria-label="Kind of resource"
        maw={130}
        value={of ?? ''}
        data={[
          { value: '', label: 'Anything' },
          ...THING_NAMES.map((name) => ({ value: name, label: THINGS[name].plural })),
        ]}
        onChange={({ currentTarget }) =>
          set({ of: THING_NAMES.find((name) => name === currentTarget.value) ?? null, id: null })
        }
      />
      <NativeSelect
        aria-label="Action"
        maw={140}
        value={action ?? ''}
        data={[
          { value: '', label: 'Any action' },
          ...[...new Set([...Object.keys(ACTIONS), ...(action ? [action] : [])])].map((name) => ({
            value: name,
            label: name,
          })),
        ]}
        onChange={({ currentTarget }) => set({ action: currentTarget.value || null })}
      />
      <NativeSelect
        aria-label="Channel"
        value={channel ?? ''}
        data={[
          { value: '', label: 'Any channel' },
          ...CHANNELS.map((name) => ({ value: name, label: CHANNEL_LABELS[name] })),
        ]}
        onChange={({ currentTarget }) =>
          set({ channel: CHANNELS.find((name) => name === currentTarget.value) ?? null })
        }
      />
      <DayInput label="First day" mark="From" day={from} change={(day) => set({ from: day })} />
      <DayInput label="Last day" mark="To" day={to} change={(day) => set({ to: day })} />
      {actor !== null && <ActorPill id={actor} remove={() => set({ actor: null })} />}
      {id !== null && <FilterPill text={`Number ${id}`} remove={() => set({ id: null })} />}
      {batch !== null && <FilterPill text={`Batch ${batch}`} remove={() => set({ batch: null })} />}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </Group>
  );
}

type DayInputProps = { label: string; mark: string; day: string | null; change: (day: string | null) => void };

function DayInput({ label, mark, day, change }: DayInputProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={
        <Text size="xs" c="dimmed" aria-hidden>
          {mark}
        </Text>
      }
      leftSectionWidth={46}
      w={178}
      value={day ?? ''}
      onChange={({ currentTarget: { value } }) => change(isDay(value) ? value : null)}
    />
  );
}

function ActorPill({ id, remove }: { id: number; remove: () => void }) {
  const { data } = useQuery(actorNameQuery(id));
  return <FilterPill text={`By ${data ?? `person ${id}`}`} remove={remove} />;
}

function FilterPill({ text, remove }: { text: string; remove: () => void }) {
  return (
    <Pill component="span" size="lg" c="var(--mantine-color-text)">
      <Group gap={4} wrap="nowrap" component="span">
        {text}
        <CloseButton size="xs" aria-label={`Remove the filter ${text}`} onClick={remove} />
      </Group>
    </Pill>
  );
}
