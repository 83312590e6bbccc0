'use client';

import { Box, CloseButton, Group, NativeSelect, Pill } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { debounce, useQueryStates } from 'nuqs';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { StatePanel } from '#components/state-panel.tsx';
import { type CatalogueFilters, catalogueFilterParsers, isNarrowed, OFFERED } from './catalogue-filters.ts';
import { catalogueQuery, facetsQuery } from './catalogue-query.ts';
import { CatalogueTable } from './catalogue-table.tsx';

/** The products of the organization. */
export function CatalogueScreen() {
  const [filters, setFilters] = useQueryStates(catalogueFilterParsers, { history: 'push' });
  const [settled] = useDebouncedValue(filters.q, 200);
  const requested = { ...filters, q: filters.q === '' ? '' : settled };
  const query = useQuery(catalogueQuery(requested));
  const clear = () => void setFilters(null);
  const turnTo = (page: number) => void setFilters({ page });
  const isStale = query.isPlaceholderData || requested.q !== filters.q;
  return (
    <Box>
      <ListHead title="Catalogue" total={query.data?.catalogueMeta.total} isNarrowed={isNarrowed(filters)} />
      <Toolbar filters={filters} change={setFilters} clear={clear} isBusy={query.isFetching && isStale} />
      <ListResult of="products" subject="the catalogue" query={query}>
        {(data) =>
          data.catalogue.length > 0 ? (
            <>
              <CatalogueTable rows={data.catalogue} isStale={isStale} />
              <ListPaging of="products" meta={data.catalogueMeta} turnTo={turnTo} />
            </>
          ) : (
            <ListEmpty
              of="products"
              meta={data.catalogueMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={turnTo}
            >
              <StatePanel icon={IconTicket} title="No products yet">
                Products are imported. They appear here after the first import.
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </Box>
  );
}

type ToolbarProps = {
  filters: CatalogueFilters;
  change: (changed: Partial<CatalogueFilters>, options?: object) => unknown;
  clear: () => void;
  isBusy: boolean;
};

function Toolbar({ filters, change, clear, isBusy }: ToolbarProps) {
  const { data } = useQuery(facetsQuery());
  const set = (changed: Partial<CatalogueFilters>) => void change({ page: 1, ...changed });
  return (
    <Group role="search" aria-label="Catalogue" className={classes.toolbar} gap="sm">
      <ListSearch
        label="Search the catalogue"
        placeholder="Title, label, tag or number"
        value={filters.q}
        onChange={(q) =>
          void change({ q, page: 1 }, { history: 'replace', limitUrlUpdates: q ? debounce(200) : undefined })
        }
        isBusy={isBusy}
      />
      <Choice
        label="City"
        all="Any city"
        value={filters.city}
        options={data?.catalogueCities.map(({ id, name }) => ({ id, name }))}
        choose={(city) => set({ city })}
      />
      <Choice
        label="Category"
        all="Any category"
        value={filters.category}
        options={data?.catalogueCategories.map(({ id, title }) => ({ id, name: title }))}
        choose={(category) => set({ category })}
      />
      <Choice
        label="Supplier"
        all="Any supplier"
        value={filters.supplier}
        options={data?.catalogueSuppliers.map(({ id, name }) => ({ id, name }))}
        choose={(supplier) => set({ supplier })}
      />
      <NativeSelect
        aria-label="Offered"
        value={filters.offered ?? ''}
        data={[
          { value: '', label: 'Offered or not' },
          { value: 'yes', label: 'Offered' },
          { value: 'no', label: 'Not offered' },
        ]}
        onChange={({ currentTarget }) =>
          set({ offered: OFFERED.find((offered) => offered === currentTarget.value) ?? null })
        }
      />
      {filters.tag !== null && (
        <Pill component="span" size="lg" c="var(--mantine-color-text)">
          <Group gap={4} wrap="nowrap" component="span">
            Tag {filters.tag}
            <CloseButton size="xs" aria-label="Remove the filter by tag" onClick={() => set({ tag: null })} />
          </Group>
        </Pill>
      )}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </Group>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  value: number | null;
  options: { id: number; name: string }[] | undefined;
  choose: (id: number | null) => void;
};

function Choice({ label, all, value, options = [], choose }: ChoiceProps) {
  return (
    <NativeSelect
      aria-label={label}
      value={value === null ? '' : String(value)}
      data={[{ value: '', label: all }, ...options.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) => choose(currentTarget.value ? Number(currentTarget.value) : null)}
      maw={180}
    />
  );
}
