import { useLingui } from '@lingui/react/macro';
import { CloseButton, Group, NativeSelect, Pill, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { SearchBar } from '#components/list/search-bar.tsx';
import type { ChangeFilters } from '#components/list/use-list-filters.ts';
import { isDay } from '#lib/format.ts';
import { type AuditFilters, isNarrowed } from './audit-filters.ts';
import { ACTIONS, CHANNEL_LABELS, CHANNELS, OWN_ACTIONS, THING_NAMES, THINGS } from './audit-labels.ts';
import { actorNameQuery } from './audit-query.ts';

type AuditToolbarProps = {
  filters: AuditFilters;
  change: ChangeFilters<AuditFilters>;
  clear: () => void;
  isBusy: boolean;
  /** Whether the rows for the filters are shown. */
  isReady: boolean;
};

/** The filters of the audit log. */
export function AuditToolbar({ filters, change, clear, isBusy, isReady }: AuditToolbarProps) {
  const { t } = useLingui();
  const { q, of, id, action, channel, address, from, to, actor, batch } = filters;
  return (
    <SearchBar aria-label={t`Audit log`} className={classes.toolbar} gap="xs" align="flex-end">
      <ListSearch
        label={t`Search the audit log`}
        placeholder={t`Name, change or request`}
        value={q}
        onChange={(text) => change({ q: text })}
        isBusy={isBusy}
        isReady={isReady}
      />
      <NativeSelect
        aria-label={t`Kind of resource`}
        maw={130}
        value={of ?? ''}
        data={[
          { value: '', label: t`Anything` },
          ...THING_NAMES.map((name) => ({ value: name, label: t(THINGS[name].plural) })),
        ]}
        onChange={({ currentTarget }) =>
          change({ of: THING_NAMES.find((name) => name === currentTarget.value) ?? null, id: null })
        }
      />
      <NativeSelect
        aria-label={t`Action`}
        maw={140}
        value={action ?? ''}
        data={[
          { value: '', label: t`Any action` },
          ...[...new Set([...Object.keys(ACTIONS), ...Object.keys(OWN_ACTIONS), ...(action ? [action] : [])])].map(
            (name) => ({
              value: name,
              label: name,
            }),
          ),
        ]}
        onChange={({ currentTarget }) => change({ action: currentTarget.value || null })}
      />
      <NativeSelect
        aria-label={t`Channel`}
        value={channel ?? ''}
        data={[
          { value: '', label: t`Any channel` },
          ...CHANNELS.map((name) => ({ value: name, label: t(CHANNEL_LABELS[name]) })),
        ]}
        onChange={({ currentTarget }) =>
          change({ channel: CHANNELS.find((name) => name === currentTarget.value) ?? null })
        }
      />
      <DayInput label={t`First day`} mark={t`From`} day={from} change={(day) => change({ from: day })} />
      <DayInput label={t`Last day`} mark={t`To`} day={to} change={(day) => change({ to: day })} />
      {actor !== null && <ActorPill id={actor} remove={() => change({ actor: null })} />}
      {id !== null && <FilterPill text={t`Number ${id}`} remove={() => change({ id: null })} />}
      {address !== null && <FilterPill text={t`From ${address}`} remove={() => change({ address: null })} />}
      {batch !== null && <FilterPill text={t`Batch ${batch}`} remove={() => change({ batch: null })} />}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </SearchBar>
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
  const { t } = useLingui();
  const { data } = useQuery(actorNameQuery(id));
  const name = data ?? t`person ${id}`;
  return <FilterPill text={t`By ${name}`} remove={remove} />;
}

function FilterPill({ text, remove }: { text: string; remove: () => void }) {
  const { t } = useLingui();
  return (
    <Pill component="span" size="lg" c="var(--mantine-color-text)">
      <Group gap={4} wrap="nowrap" component="span">
        {text}
        <CloseButton size="xs" aria-label={t`Remove the filter ${text}`} onClick={remove} />
      </Group>
    </Pill>
  );
}
