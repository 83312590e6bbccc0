'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Drawer, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { ChangeFilters, OrderFilters } from '../order-filters.ts';
import { DayFilter } from './day-filter.tsx';
import { PickMany } from './pick-many.tsx';

type FilterPanelProps = { filters: OrderFilters; change: ChangeFilters; close: () => void };

/** The less common filters. Each takes effect immediately. */
export function FilterPanel({ filters, change, close }: FilterPanelProps) {
  const { t } = useLingui();
  const timeZone = useOrganizationTimeZone();
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={400}
      title={t`More filters`}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': t`Close the filters` }}
    >
      <Stack gap="md">
        <PickMany
          kind="product"
          label={t`Products`}
          clearLabel={t`Clear products`}
          value={filters.product}
          onChange={(product) => change({ product })}
        />
        <PickMany
          kind="city"
          label={t`Cities`}
          clearLabel={t`Clear cities`}
          value={filters.city}
          onChange={(city) => change({ city })}
        />
        <PickMany
          kind="client"
          label={t`Clients`}
          clearLabel={t`Clear clients`}
          value={filters.client}
          onChange={(client) => change({ client })}
        />
        <PickMany
          kind="supplier"
          label={t`Suppliers`}
          clearLabel={t`Clear suppliers`}
          value={filters.supplier}
          onChange={(supplier) => change({ supplier })}
        />
        <PickMany
          kind="driver"
          label={t`Drivers`}
          clearLabel={t`Clear drivers`}
          value={filters.driver}
          onChange={(driver) => change({ driver })}
        />
        <PickMany
          kind="guide"
          label={t`Guides`}
          clearLabel={t`Clear guides`}
          value={filters.guide}
          onChange={(guide) => change({ guide })}
        />
        <PickMany
          kind="contact"
          label={t`Contact persons`}
          clearLabel={t`Clear contact persons`}
          value={filters.contact}
          onChange={(contact) => change({ contact })}
        />
        <PickMany
          kind="issuer"
          label={t`Issuers`}
          clearLabel={t`Clear issuers`}
          value={filters.issuer}
          onChange={(issuer) => change({ issuer })}
        />
        <Switch
          label={t`Somebody is missing`}
          description={t`A transfer without a driver, or a guided order without a guide`}
          checked={filters.unassigned}
          onChange={({ currentTarget }) => change({ unassigned: currentTarget.checked })}
        />
        <Switch
          label={t`Has a clash`}
          description={t`On the days of “Takes place”; by default the coming 7 days`}
          checked={filters.clash}
          onChange={({ currentTarget }) => change({ clash: currentTarget.checked })}
        />
        <Tags
          label={t`Tags of the order`}
          clearLabel={t`Clear tags of the order`}
          value={filters.tags}
          onChange={(tags) => change({ tags })}
          description={t`A value, or key:value. The order has all of these tags.`}
        />
        <Tags
          label={t`Tags of the city`}
          clearLabel={t`Clear tags of the city`}
          value={filters.cityTags}
          onChange={(cityTags) => change({ cityTags })}
        />
        <Switch
          label={t`Takes place today`}
          description={t`In the local time of each order`}
          checked={filters.today}
          onChange={({ currentTarget }) => change({ today: currentTarget.checked })}
        />
        <div>
          <Text size="sm" fw={500} mb={4}>
            <Trans>Days in {timeZone}</Trans>
          </Text>
          <Stack gap="xs" align="flex-start">
            <DayFilter name={t`Created`} value={filters.ordered} onChange={(ordered) => change({ ordered })} />
            <DayFilter name={t`Booked`} value={filters.booked} onChange={(booked) => change({ booked })} />
          </Stack>
        </div>
        <Contains value={filters.search} onChange={(search) => change({ search })} />
      </Stack>
    </Drawer>
  );
}

type TagsProps = {
  label: string;
  clearLabel: string;
  description?: string;
  value: string[];
  onChange: (value: string[]) => void;
};

const Tags = ({ label, clearLabel, description, value, onChange }: TagsProps) => {
  const { t } = useLingui();
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? t`Type a tag, then Enter` : undefined}
      value={value}
      onChange={onChange}
      // A comma may be part of a tag.
      splitChars={[]}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
    />
  );
};

function Contains({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value);
  const settle = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      label={t`Contains`}
      description={t`Part of a tag value or of a passenger’s name, or the order number: the search of v1`}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        settle(currentTarget.value);
      }}
    />
  );
}
