'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { useListFilters } from '#components/list/use-list-filters.ts';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { useMay } from '#components/rights.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { Problem } from '#lib/problem.ts';
import { auditFilterParsers, isNarrowed } from './audit-filters.ts';
import { auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { AuditToolbar } from './audit-toolbar.tsx';

/** The audit log: actor, action, time, resource and channel of every change. */
export function AuditScreen() {
  const { t } = useLingui();
  const { filters, settled, change, clear } = useListFilters(auditFilterParsers);
  const timeZone = useOrganizationTimeZone();
  const mayAdminister = useMay('administer');
  const query = useQuery({
    ...auditQuery(settled, timeZone),
    enabled: mayAdminister,
  });
  const turnTo = (page: number) => change({ page });
  const isStale = query.isPlaceholderData || settled.q !== filters.q;
  if (!mayAdminister) {
    return (
      <ProblemPanel
        query={{ error: new Problem('forbidden', ''), isFetching: false, refetch: query.refetch }}
        forbidden={t`You may not see the audit log`}
        isPage
      />
    );
  }
  return (
    <Box>
      <ListHead title={t`Audit log`} total={query.data?.auditLogMeta.total} isNarrowed={isNarrowed(filters)} />
      <Text size="sm" c="dimmed" px={{ base: 'md', sm: 'lg' }} pb="xs">
        <Trans>
          Times and days are in the time zone of your organization, {timeZone}. A text search covers the last 90 days
          unless you set a first day.
        </Trans>
      </Text>
      <UnknownFilters parsers={auditFilterParsers} />
      <AuditToolbar
        filters={filters}
        change={change}
        clear={clear}
        isBusy={isStale && query.isFetching}
        isReady={query.data !== undefined && !isStale}
      />
      <ListResult forbidden={t`You may not see the audit log`} query={query}>
        {(data) =>
          data.auditLog.length > 0 ? (
            <>
              <AuditTable lines={data.auditLog} isStale={isStale} />
              <ListPaging label={t`Pages of the audit log`} meta={data.auditLogMeta} turnTo={turnTo} />
            </>
          ) : (
            <ListEmpty
              title={t`No entries match`}
              meta={data.auditLogMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={turnTo}
            >
              <StatePanel icon={IconHistory} title={t`No entries yet`}>
                <Trans>Every change by you, your colleagues and your partners appears here.</Trans>
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </Box>
  );
}
