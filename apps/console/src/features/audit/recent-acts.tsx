'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/link.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { Section } from '#components/section.tsx';
import { withAuditFilters } from './audit-filters.ts';
import { THINGS, type Thing } from './audit-labels.ts';
import { recentActsQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';

/** The latest audit log entries of a resource, for administrators. */
export function RecentActs({ of, id }: { of: Thing; id: number }) {
  const { t } = useLingui();
  const query = useQuery(recentActsQuery(THINGS[of].entities, id));
  const { data, error } = query;
  return (
    <Section
      title={t`Recent activity`}
      aside={
        <Anchor component={Link} href={withAuditFilters('/audit', { of, id })} size="sm">
          <Trans>All in the audit log</Trans>
        </Anchor>
      }
    >
      {data ? (
        data.length > 0 ? (
          <AuditTable lines={data} />
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>No activity is recorded.</Trans>
          </Text>
        )
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see the recent activity`} />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  );
}
