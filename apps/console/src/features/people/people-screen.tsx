'use client';

import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { debounce, useQueryStates } from 'nuqs';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { Allowed, useMay } from '#components/rights.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { isNarrowed, type PeopleFilters, peopleFilterParsers, STATES } from './people-filters.ts';
import { peopleQuery } from './people-query.ts';
import { PeopleTable } from './people-table.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import { rolesQuery } from './roles-query.ts';

const InvitePerson = dynamic(() => import('./invite-person.tsx').then((module) => module.InvitePerson));

const STATE_LABELS = { active: 'Can sign in', passwordless: 'No password', disabled: 'Switched off' };

/** The people of the organization. */
export function PeopleScreen() {
  const [filters, setFilters] = useQueryStates(peopleFilterParsers, { history: 'push' });
  const [settled] = useDebouncedValue(filters.q, 200);
  const requested = { ...filters, q: filters.q === '' ? '' : settled };
  const query = useQuery(peopleQuery(requested));
  const [isInviting, { open, close }] = useDisclosure();
  const clear = () => void setFilters(null);
  const turnTo = (page: number) => void setFilters({ page });
  const isStale = query.isPlaceholderData || requested.q !== filters.q;

  return (
    <Box>
      <ListHead
        title="People"
        total={query.data?.peopleMeta.total}
        isNarrowed={isNarrowed(filters)}
        acts={
          <Allowed to="administer">
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
              Invite
            </Button>
          </Allowed>
        }
      />
      <PeopleTabs />
      <Toolbar filters={filters} change={setFilters} clear={clear} isBusy={query.isFetching && isStale} />
      <ListResult of="people" query={query}>
        {(data) =>
          data.people.length > 0 ? (
            <>
              <PeopleTable people={data.people} isStale={isStale} />
              <ListPaging of="people" meta={data.peopleMeta} turnTo={turnTo} />
            </>
          ) : (
            <ListEmpty
              of="people"
              meta={data.peopleMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={turnTo}
            >
              <StatePanel icon={IconUsers} title="No people yet">
                People appear here after they are invited or imported.
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
      {isInviting && <InvitePerson close={close} />}
    </Box>
  );
}

type ToolbarProps = {
  filters: PeopleFilters;
  change: (changed: Partial<PeopleFilters>, options?: object) => unknown;
  clear: () => void;
  isBusy: boolean;
};

function Toolbar({ filters, change, clear, isBusy }: ToolbarProps) {
  const mayAdminister = useMay('administer');
  const { data } = useQuery(rolesQuery());
  return (
    <Group role="search" aria-label="People" className={classes.toolbar} gap="sm">
      <ListSearch
        label="Search people"
        placeholder={mayAdminister ? 'Name, e-mail or username' : 'Name'}
        value={filters.q}
        onChange={(q) =>
          void change({ q, page: 1 }, { history: 'replace', limitUrlUpdates: q ? debounce(200) : undefined })
        }
        isBusy={isBusy}
      />
      <NativeSelect
        aria-label="Role"
        value={filters.role === null ? '' : String(filters.role)}
        data={[
          { value: '', label: 'Any role' },
          ...(data?.staffRoles ?? []).map(({ role }) => ({ value: String(role.id), label: role.name })),
        ]}
        onChange={({ currentTarget }) =>
          void change({ role: currentTarget.value ? Number(currentTarget.value) : null, page: 1 })
        }
      />
      {mayAdminister && (
        <NativeSelect
          aria-label="Account"
          value={filters.state ?? ''}
          data={[
            { value: '', label: 'Any account' },
            ...STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
          ]}
          onChange={({ currentTarget }) =>
            void change({ state: STATES.find((state) => state === currentTarget.value) ?? null, page: 1 })
          }
        />
      )}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </Group>
  );
}
