'use client';

import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { withAuditFilters } from './audit-filters.ts';
import { THINGS, type Thing } from './audit-labels.ts';
import { recentActsQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';

/** The latest audit log entries of a resource, for administrators. */
export function RecentActs({ of, id }: { of: Thing; id: number }) {
  const { data, error, isFetching, refetch } = useQuery(recentActsQuery(THINGS[of].entities, id));
  return (
    <Section
      title="Recent activity"
      aside={
        <Anchor component={Link} href={withAuditFilters('/audit', { of, id })} size="sm">
          All in the audit log
        </Anchor>
      }
    >
      {data ? (
        data.length > 0 ? (
          <AuditTable lines={data} />
        ) : (
          <Text size="sm" c="dimmed">
            No activity is recorded.
          </Text>
        )
      ) : error ? (
        <ProblemPanel problem={error} subject="the recent activity" retry={refetch} isRetrying={isFetching} />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  );
}
