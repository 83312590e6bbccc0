'use client';

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { LinkButton } from '#components/link-button.tsx';
import { ClearFilters } from '#components/list/clear-filters.tsx';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ListSearch } from '#components/list/list-search.tsx';
import classes from '#components/list/list-table.module.css';
import { SearchBar } from '#components/list/search-bar.tsx';
import { type ChangeFilters, useListFilters } from '#components/list/use-list-filters.ts';
import { Allowed, useMay } from '#components/rights.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { signInOptionsQuery } from '#features/session/index.ts';
import { isNarrowed, type PeopleFilters, peopleFilterParsers, STATES } from './people-filters.ts';
import { peopleQuery } from './people-query.ts';
import { PeopleTable } from './people-table.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import { rolesQuery } from './roles-query.ts';

const InvitePerson = dynamic(() => import('./invite-person.tsx').then((module) => module.InvitePerson));

const STATE_LABELS = { active: msg`Can sign in`, passwordless: msg`No password`, disabled: msg`Switched off` };

/** The people of the organization. */
export function PeopleScreen() {
  const { t } = useLingui();
  const { filters, settled, change, clear } = useListFilters(peopleFilterParsers);
  const query = useQuery(peopleQuery(settled));
  const [isInviting, { open, close }] = useDisclosure();
  const turnTo = (page: number) => change({ page });
  const isStale = query.isPlaceholderData || settled.q !== filters.q;

  return (
    <Box>
      <ListHead
        title={t`People`}
        total={query.data?.peopleMeta.total}
        isNarrowed={isNarrowed(filters)}
        acts={
          <Allowed to="administer">
            <MailboxLink />
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
              <Trans>Invite</Trans>
            </Button>
          </Allowed>
        }
      />
      <PeopleTabs />
      <UnknownFilters parsers={peopleFilterParsers} />
      <Toolbar
        filters={filters}
        change={change}
        clear={clear}
        isBusy={isStale && query.isFetching}
        isReady={query.data !== undefined && !isStale}
      />
      <ListResult forbidden={t`You may not see the people`} query={query}>
        {(data) =>
          data.people.length > 0 ? (
            <>
              <PeopleTable people={data.people} isStale={isStale} />
              <ListPaging label={t`Pages of people`} meta={data.peopleMeta} turnTo={turnTo} />
            </>
          ) : (
            <ListEmpty
              title={t`No people match`}
              meta={data.peopleMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={turnTo}
            >
              <StatePanel icon={IconUsers} title={t`No people yet`}>
                <Trans>People appear here after they are invited or imported.</Trans>
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
      {isInviting && <InvitePerson close={close} />}
    </Box>
  );
}

/** In a demo without a mail server. */
function MailboxLink() {
  const { data } = useQuery(signInOptionsQuery());
  if (!data?.hasMailbox) return null;
  return (
    <LinkButton href="/mailbox">
      <Trans>Mailbox of the demo</Trans>
    </LinkButton>
  );
}

type ToolbarProps = {
  filters: PeopleFilters;
  change: ChangeFilters<PeopleFilters>;
  clear: () => void;
  isBusy: boolean;
  /** Whether the rows for the filters are shown. */
  isReady: boolean;
};

function Toolbar({ filters, change, clear, isBusy, isReady }: ToolbarProps) {
  const { t } = useLingui();
  const mayAdminister = useMay('administer');
  const { data } = useQuery(rolesQuery());
  return (
    <SearchBar aria-label={t`People`} className={classes.toolbar} gap="sm">
      <ListSearch
        label={t`Search people`}
        placeholder={mayAdminister ? t`Name, e-mail or username` : t`Name`}
        value={filters.q}
        onChange={(q) => change({ q })}
        isBusy={isBusy}
        isReady={isReady}
      />
      <NativeSelect
        aria-label={t`Role`}
        value={filters.role === null ? '' : String(filters.role)}
        data={[
          { value: '', label: t`Any role` },
          ...(data?.staffRoles ?? []).map(({ role }) => ({ value: String(role.id), label: role.name })),
        ]}
        onChange={({ currentTarget }) => change({ role: currentTarget.value ? Number(currentTarget.value) : null })}
      />
      {mayAdminister && (
        <NativeSelect
          aria-label={t`Account`}
          value={filters.state ?? ''}
          data={[
            { value: '', label: t`Any account` },
            ...STATES.map((state) => ({ value: state, label: t(STATE_LABELS[state]) })),
          ]}
          onChange={({ currentTarget }) =>
            change({ state: STATES.find((state) => state === currentTarget.value) ?? null })
          }
        />
      )}
      {isNarrowed(filters) && <ClearFilters clear={clear} />}
    </SearchBar>
  );
}
