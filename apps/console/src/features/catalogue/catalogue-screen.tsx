'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, CloseButton, Group, NativeSelect, Pill } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { SearchBar } from '#components/list/search-bar.tsx';
import { type ChangeFilters, useListFilters } from '#components/list/use-list-filters.ts';
import { StatePanel } from '#components/state-panel.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { type CatalogueFilters, catalogueFilterParsers, isNarrowed, OFFERED } from './catalogue-filters.ts';
import { catalogueQuery, facetsQuery } from './catalogue-query.ts';
import { CatalogueTable } from './catalogue-table.tsx';

/** The products of the organization. */
export function CatalogueScreen() {
  const { t } = useLingui();
  const { filters, settled, change, clear } = useListFilters(catalogueFilterParsers);
  const query = useQuery(catalogueQuery(settled));
  const turnTo = (page: number) => change({ page });
  const isStale = query.isPlaceholderData || settled.q !== filters.q;
  return (
    <Box>
      <ListHead title={t`Catalogue`} total={query.data?.catalogueMeta.total} isNarrowed={isNarrowed(filters)} />
      <UnknownFilters parsers={catalogueFilterParsers} />
      <Toolbar
        filters={filters}
        change={change}
        clear={clear}
        isBusy={isStale && query.isFetching}
        isReady={query.data !== undefined && !isStale}
      />
      <ListResult forbidden={t`You may not see the catalogue`} query={query}>
        {(data) =>
          data.catalogue.length > 0 ? (
            <>
              <CatalogueTable rows={data.catalogue} isStale={isStale} />
              <ListPaging label={t`Pages of products`} meta={data.catalogueMeta} turnTo={turnTo} />
            </>
          ) : (
            <ListEmpty
              title={t`No products match`}
              meta={data.catalogueMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={turnTo}
            >
              <StatePanel icon={IconTicket} title={t`No products yet`}>
                <Trans>Products are imported. They appear here after the first import.</Trans>
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
  change: ChangeFilters<CatalogueFilters>;
  clear: () => void;
  isBusy: boolean;
  /** Whether the rows for the filters are shown. */
  isReady: boolean;
};

function Toolbar({ filters, change, clear, isBusy, isReady }: ToolbarProps) {
  const { t } = useLingui();
  const { data } = useQuery(facetsQuery());
  const { tag } = filters;
  return (
    <SearchBar aria-label={t`Catalogue`} className={classes.toolbar} gap="sm">
      <ListSearch
        label={t`Search the catalogue`}
        placeholder={t`Title, label, tag or number`}
        value={filters.q}
        onChange={(q) => change({ q })}
        isBusy={isBusy}
        isReady={isReady}
      />
      <Choice
        label={t`City`}
        all={t`Any city`}
        value={filters.city}
        options={data?.catalogueCities.map(({ id, name }) => ({ id, name }))}
        choose={(city) => change({ city })}
      />
      <Choice
        label={t`Category`}
        all={t`Any category`}
        value={filters.category}
        options={data?.catalogueCategories.map(({ id, title }) => ({ id, name: title }))}
        choose={(category) => change({ category })}
      />
      <Choice
        label={t`Supplier`}
        all={t`Any supplier`}
        value={filters.supplier}
        options={data?.catalogueSuppliers.map(({ id, name }) => ({ id, name }))}
        choose={(supplier) => change({ supplier })}
      />
      <NativeSelect
        aria-label={t`Offered`}
        value={filters.offered ?? ''}
        data={[
          { value: '', label: t`Offered or not` },
          { value: 'yes', label: t`Offered` },
          { value: 'no', label: t`Not offered` },
        ]}
        onChange={({ currentTarget }) =>
          change({ offered: OFFERED.find((offered) => offered === currentTarget.value) ?? null })
        }
      />
      {tag !== null && (
        <Pill component="span" size="lg" c="var(--mantine-color-text)">
          <Group gap={4} wrap="nowrap" component="span">
            <Trans>Tag {tag}</Trans>
            <CloseButton size="xs" aria-label={t`Remove the filter by tag`} onClick={() => change({ tag: null })} />
          </Group>
        </Pill>
      )}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </SearchBar>
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
