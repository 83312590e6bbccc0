'use client';

import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { ListEmpty } from '#components/list/list-empty.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { useMay } from '#components/rights.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { Problem } from '#lib/problem.ts';
import { auditFilterParsers, isNarrowed } from './audit-filters.ts';
import { auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { AuditToolbar } from './audit-toolbar.tsx';

/** The audit log: actor, action, time, resource and channel of every change. */
export function AuditScreen() {
  const [filters, setFilters] = useQueryStates(auditFilterParsers, { history: 'push' });
  const [settled] = useDebouncedValue(filters.q, 300);
  const timeZone = useOrganizationTimeZone();
  const mayAdminister = useMay('administer');
  const requested = { ...filters, q: filters.q === '' ? '' : settled };
  const query = useQuery({
    ...auditQuery(requested, timeZone),
    enabled: mayAdminister,
  });
  const clear = () => void setFilters(null);
  const turnTo = (page: number) => void setFilters({ page });
  const isStale = query.isPlaceholderData || requested.q !== filters.q;
  if (!mayAdminister) {
    return <ProblemPanel problem={new Problem('forbidden', '')} subject="the audit log" retry={query.refetch} />;
  }
  return (
    <Box>
      <ListHead title="Audit log" total={query.data?.auditLogMeta.total} isNarrowed={isNarrowed(filters)} />
      <Text size="sm" c="dimmed" px={{ base: 'md', sm: 'lg' }} pb="xs">
        Times and days are in the time zone of your organization, {timeZone}. A text search covers the last 90 days
        unless you set a first day.
      </Text>
      <AuditToolbar filters={filters} change={setFilters} clear={clear} isBusy={query.isFetching && isStale} />
      <ListResult of="entries" subject="the audit log" query={query}>
        {(data) =>
          data.auditLog.length > 0 ? (
            <>
              <AuditTable lines={data.auditLog} isStale={isStale} />
              <ListPaging of="the audit log" meta={data.auditLogMeta} turnTo={turnTo} />
            </>
          ) : (
            <ListEmpty
              of="entries"
              meta={data.auditLogMeta}
              isNarrowed={isNarrowed(filters)}
              clear={clear}
              turnTo={turnTo}
            >
              <StatePanel icon={IconHistory} title="No entries yet">
                Every change by you, your colleagues and your partners appears here.
              </StatePanel>
            </ListEmpty>
          )
        }
      </ListResult>
    </Box>
  );
}
