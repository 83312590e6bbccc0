'use client';

import { Drawer, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { OrderFilters } from '../order-filters.ts';
import { DayFilter } from './day-filter.tsx';
import { PickMany } from './pick-many.tsx';
import type { ChangeFilters } from './use-order-filters.ts';

type FilterPanelProps = { filters: OrderFilters; change: ChangeFilters; close: () => void };

/** The less common filters. Each takes effect immediately. */
export function FilterPanel({ filters, change, close }: FilterPanelProps) {
  const timeZone = useOrganizationTimeZone();
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={400}
      title="More filters"
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
    >
      <Stack gap="md">
        <PickMany kind="product" label="Products" value={filters.product} onChange={(product) => change({ product })} />
        <PickMany kind="city" label="Cities" value={filters.city} onChange={(city) => change({ city })} />
        <PickMany kind="client" label="Clients" value={filters.client} onChange={(client) => change({ client })} />
        <PickMany
          kind="supplier"
          label="Suppliers"
          value={filters.supplier}
          onChange={(supplier) => change({ supplier })}
        />
        <PickMany kind="driver" label="Drivers" value={filters.driver} onChange={(driver) => change({ driver })} />
        <PickMany kind="guide" label="Guides" value={filters.guide} onChange={(guide) => change({ guide })} />
        <PickMany
          kind="contact"
          label="Contact persons"
          value={filters.contact}
          onChange={(contact) => change({ contact })}
        />
        <PickMany kind="issuer" label="Issuers" value={filters.issuer} onChange={(issuer) => change({ issuer })} />
        <Switch
          label="Somebody is missing"
          description="A transfer without a driver, or a guided order without a guide"
          checked={filters.unassigned}
          onChange={({ currentTarget }) => change({ unassigned: currentTarget.checked })}
        />
        <Tags
          label="Tags of the order"
          value={filters.tags}
          onChange={(tags) => change({ tags })}
          description="A value, or key:value. The order has all of these tags."
        />
        <Tags label="Tags of the city" value={filters.cityTags} onChange={(cityTags) => change({ cityTags })} />
        <Switch
          label="Takes place today"
          description="In the local time of each order"
          checked={filters.today}
          onChange={({ currentTarget }) => change({ today: currentTarget.checked })}
        />
        <div>
          <Text size="sm" fw={500} mb={4}>
            Days in {timeZone}
          </Text>
          <Stack gap="xs" align="flex-start">
            <DayFilter name="Created" value={filters.ordered} onChange={(ordered) => change({ ordered })} />
            <DayFilter name="Booked" value={filters.booked} onChange={(booked) => change({ booked })} />
          </Stack>
        </div>
        <Contains value={filters.search} onChange={(search) => change({ search })} />
      </Stack>
    </Drawer>
  );
}

type TagsProps = { label: string; description?: string; value: string[]; onChange: (value: string[]) => void };

const Tags = ({ label, description, value, onChange }: TagsProps) => (
  <TagsInput
    label={label}
    description={description}
    placeholder={value.length === 0 ? 'Type a tag, then Enter' : undefined}
    value={value}
    onChange={onChange}
    // A comma may be part of a tag.
    splitChars={[]}
    acceptValueOnBlur
    clearable
    clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
  />
);

function Contains({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const settle = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      label="Contains"
      description="Part of a tag value or of a passenger’s name, or the order number: the search of v1"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        settle(currentTarget.value);
      }}
    />
  );
}
