'use client';

import { Box, Group, NativeSelect, Table, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { debounce, useQueryStates } from 'nuqs';
import { Fragment, useState } from 'react';
import { ListHead } from '#components/list/list-head.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { TextLink } from '#components/text-link.tsx';
import { tagFilterParsers } from './tag-filters.ts';
import { HOLDER_NAMES, HOLDERS } from './tag-holders.ts';
import { type TagKey, tagKeysQuery, tagValuesQuery } from './tag-use-query.ts';

/** The tags in use: keys, kinds of resources, values and number of uses. */
export function TagsScreen() {
  const [filters, setFilters] = useQueryStates(tagFilterParsers, { history: 'push' });
  const [settled] = useDebouncedValue(filters.q, 200);
  const search = filters.q === '' ? '' : settled;
  const requested = { holder: filters.on, search };
  const query = useQuery(tagKeysQuery(requested));
  const isNarrowed = filters.q.trim() !== '' || filters.on !== null;
  const isStale = query.isPlaceholderData || search !== filters.q;
  return (
    <Box>
      <ListHead title="Tags" total={query.data?.length} isNarrowed={isNarrowed} />
      <Group role="search" aria-label="Tags" className={classes.toolbar} gap="sm">
        <ListSearch
          label="Search tags"
          placeholder="Key"
          value={filters.q}
          onChange={(q) =>
            void setFilters({ q }, { history: 'replace', limitUrlUpdates: q ? debounce(200) : undefined })
          }
          isBusy={query.isFetching && isStale}
        />
        <NativeSelect
          aria-label="Kind of resource"
          value={filters.on ?? ''}
          data={[
            { value: '', label: 'On anything' },
            ...HOLDER_NAMES.map((holder) => ({ value: holder, label: `On ${HOLDERS[holder].label.toLowerCase()}` })),
          ]}
          onChange={({ currentTarget }) =>
            void setFilters({ on: HOLDER_NAMES.find((holder) => holder === currentTarget.value) ?? null })
          }
        />
      </Group>
      <ListResult of="tags" query={query}>
        {(data) =>
          data.length > 0 ? (
            <TagTable keys={data} isStale={isStale} />
          ) : (
            <StatePanel icon={IconTags} title={isNarrowed ? 'No tags match' : 'No tags yet'}>
              Colleagues and partners assign tags to orders, products, people and other resources. The keys in use
              appear here.
            </StatePanel>
          )
        }
      </ListResult>
    </Box>
  );
}

const nameOf = ({ holder, key }: TagKey) => `${holder}/${key}`;

function TagTable({ keys, isStale }: { keys: TagKey[]; isStale: boolean }) {
  const [open, setOpen] = useState<string>();
  return (
    <Table verticalSpacing={8} className={`${classes.table} ${classes.wide}`} data-stale={isStale} aria-busy={isStale}>
      <Table.Caption className={classes.caption}>Keys of tags, the most used first</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Key</Table.Th>
          <Table.Th scope="col">On</Table.Th>
          <Table.Th scope="col" ta="end">
            Uses
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Values
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
                <Table.Td>{HOLDERS[tag.holder].label}</Table.Td>
                <Table.Td ta="end" className="tabular">
                  {tag.uses.toLocaleString('en')}
                </Table.Td>
                <Table.Td ta="end" className="tabular">
                  {tag.values.toLocaleString('en')}
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
  const { data, error, isFetching, refetch } = useQuery(tagValuesQuery(tag.holder, tag.key));
  const { list } = HOLDERS[tag.holder];
  if (!data) {
    return error ? (
      <ProblemPanel problem={error} subject="the values" retry={refetch} isRetrying={isFetching} />
    ) : (
      <Text size="sm" c="dimmed">
        Loading the values.
      </Text>
    );
  }
  return (
    <>
      <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={`Values of ${tag.key}`}>
        {data.map(({ value, uses }) => (
          <Box component="li" key={value} fz="sm" pr="md">
            {list ? <TextLink href={list(tag.key, value)}>{value || '(empty)'}</TextLink> : value || '(empty)'}{' '}
            <Text span inherit c="dimmed" className="tabular">
              {uses.toLocaleString('en')}
            </Text>
          </Box>
        ))}
      </Group>
      {data.length < tag.values && (
        <Text size="sm" c="dimmed" mt="xs">
          The {data.length} most used of {tag.values.toLocaleString('en')} values.
        </Text>
      )}
    </>
  );
}
