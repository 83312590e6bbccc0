'use client';

import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { withAuditFilters } from './audit-filters.ts';
import { recentActsQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { THINGS, type Thing } from './audit-words.ts';

/** What was done last to a thing, for those who administer. */
export function RecentActs({ of, id }: { of: Thing; id: number }) {
  const { data, error, isFetching, refetch } = useQuery(recentActsQuery(THINGS[of].entities, id));
  return (
    <Section
      title="What was done"
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
            Nothing is on record.
          </Text>
        )
      ) : error ? (
        <ProblemPanel problem={error} subject="what was done" retry={refetch} isRetrying={isFetching} />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  );
}
