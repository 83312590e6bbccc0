'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, NativeSelect, Table, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { SearchBar } from '#components/list/search-bar.tsx';
import { useListFilters } from '#components/list/use-list-filters.ts';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useLocale } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { TextLink } from '#components/text-link.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { formatCount } from '#lib/format.ts';
import { tagFilterParsers } from './tag-filters.ts';
import { HOLDER_NAMES, HOLDERS } from './tag-holders.ts';
import { type TagKey, tagKeysQuery, tagValuesQuery } from './tag-use-query.ts';

/** The tags in use: keys, kinds of resources, values and number of uses. */
export function TagsScreen() {
  const { t } = useLingui();
  const { filters, settled, change } = useListFilters(tagFilterParsers);
  const query = useQuery(tagKeysQuery({ holder: filters.on, search: settled.q }));
  const isNarrowed = filters.q.trim() !== '' || filters.on !== null;
  const isStale = query.isPlaceholderData || settled.q !== filters.q;
  return (
    <Box>
      <ListHead title={t`Tags`} total={query.data?.length} isNarrowed={isNarrowed} />
      <UnknownFilters parsers={tagFilterParsers} />
      <SearchBar aria-label={t`Tags`} className={classes.toolbar} gap="sm">
        <ListSearch
          label={t`Search tags`}
          placeholder={t`Key`}
          value={filters.q}
          onChange={(q) => change({ q })}
          isBusy={isStale && query.isFetching}
          isReady={query.data !== undefined && !isStale}
        />
        <NativeSelect
          aria-label={t`Kind of resource`}
          value={filters.on ?? ''}
          data={[
            { value: '', label: t`On anything` },
            ...HOLDER_NAMES.map((holder) => ({ value: holder, label: t(HOLDERS[holder].filter) })),
          ]}
          onChange={({ currentTarget }) =>
            change({ on: HOLDER_NAMES.find((holder) => holder === currentTarget.value) ?? null })
          }
        />
      </SearchBar>
      <ListResult forbidden={t`You may not see the tags`} query={query}>
        {(data) =>
          data.length > 0 ? (
            <TagTable keys={data} isStale={isStale} />
          ) : (
            <StatePanel icon={IconTags} title={isNarrowed ? t`No tags match` : t`No tags yet`}>
              <Trans>
                Colleagues and partners assign tags to orders, products, people and other resources. The keys in use
                appear here.
              </Trans>
            </StatePanel>
          )
        }
      </ListResult>
    </Box>
  );
}

const nameOf = ({ holder, key }: TagKey) => `${holder}/${key}`;

function TagTable({ keys, isStale }: { keys: TagKey[]; isStale: boolean }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [open, setOpen] = useState<string>();
  return (
    <Table verticalSpacing={8} className={`${classes.table} ${classes.wide}`} data-stale={isStale} aria-busy={isStale}>
      <Table.Caption className={classes.caption}>
        <Trans>Keys of tags, the most used first</Trans>
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <Trans>Key</Trans>
          </Table.Th>
          <Table.Th scope="col">
            <Trans>On</Trans>
          </Table.Th>
          <Table.Th scope="col" ta="end">
            <Trans>Uses</Trans>
          </Table.Th>
          <Table.Th scope="col" ta="end">
            <Trans>Values</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((tag) => {
          const isOpen = open === nameOf(tag);
          return (
            <Fragment key={nameOf(tag)}>
              <Table.Tr>
                <Table.Td>
                  <UnstyledButton
                    fz="inherit"
                    fw={600}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? undefined : nameOf(tag))}
                    style={{ display: 'inline-flex', alignItems: 'center', gap: 4, overflowWrap: 'anywhere' }}
                  >
                    <IconChevronRight size={14} aria-hidden style={{ rotate: isOpen ? '90deg' : undefined }} />
                    {tag.key}
                  </UnstyledButton>
                </Table.Td>
                <Table.Td>{t(HOLDERS[tag.holder].label)}</Table.Td>
                <Table.Td ta="end" className="tabular">
                  {formatCount(locale, tag.uses)}
                </Table.Td>
                <Table.Td ta="end" className="tabular">
                  {formatCount(locale, tag.values)}
                </Table.Td>
              </Table.Tr>
              {isOpen && (
                <Table.Tr>
                  <Table.Td colSpan={4}>
                    <Values tag={tag} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function Values({ tag }: { tag: TagKey }) {
  const { t } = useLingui();
  const locale = useLocale();
  const query = useQuery(tagValuesQuery(tag.holder, tag.key));
  const { data, error } = query;
  const { list } = HOLDERS[tag.holder];
  const { key, values } = tag;
  const [most, all] = [data?.length ?? 0, values].map((count) => formatCount(locale, count));
  if (!data) {
    return error ? (
      <ProblemPanel query={query} forbidden={t`You may not see the values`} />
    ) : (
      <Text size="sm" c="dimmed">
        <Trans>Loading the values.</Trans>
      </Text>
    );
  }
  return (
    <>
      <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Values of ${key}`}>
        {data.map(({ value, uses }) => (
          <Box component="li" key={value} fz="sm" pr="md">
            {list ? <TextLink href={list(key, value)}>{value || t`(empty)`}</TextLink> : value || t`(empty)`}{' '}
            <Text span inherit c="dimmed" className="tabular">
              {formatCount(locale, uses)}
            </Text>
          </Box>
        ))}
      </Group>
      {data.length < values && (
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>
            The {most} most used of {all} values.
          </Trans>
        </Text>
      )}
    </>
  );
}
