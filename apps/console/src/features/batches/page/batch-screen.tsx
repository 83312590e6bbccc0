'use client';

import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { LinkButton } from '#components/link-button.tsx';
import { ListSkeleton } from '#components/list/list-skeleton.tsx';
import { Instant } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Allowed } from '#components/rights.tsx';
import { BatchBadge } from '../batch-badge.tsx';
import { batchText } from '../batch-labels.ts';
import { type Batch, batchQuery } from '../batch-query.ts';
import classes from '../batches.module.css';
import { useBatchNews } from '../use-batch-news.ts';
import { BatchActs } from './batch-acts.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchRows } from './batch-rows.tsx';
import { shownParsers } from './shown.ts';

/** A batch: its preview, its progress, the outcome of each order, and the possible actions. */
export function BatchScreen({ id }: { id: number }) {
  const [shown, setShown] = useQueryStates(shownParsers, { history: 'push' });
  const { data: batch, error, isFetching, isPlaceholderData, refetch } = useQuery(batchQuery(id, shown));
  useBatchNews(id, batch !== undefined && batch.status !== 'ended');
  if (!batch) {
    const elsewhere = <LinkButton href="/batches">All batches</LinkButton>;
    return error ? (
      <ProblemPanel
        problem={error}
        subject="this batch"
        retry={refetch}
        isRetrying={isFetching}
        elsewhere={elsewhere}
      />
    ) : (
      <ListSkeleton of="orders" />
    );
  }
  return (
    <Box pb="xl">
      {error && <OutdatedNote retry={refetch} />}
      <BatchHeader batch={batch} />
      <Box px={{ base: 'md', sm: 'lg' }}>
        <BatchProgress batch={batch} />
        <BatchActs batch={batch} refresh={refetch} />
      </Box>
      <BatchRows
        batch={batch}
        shown={shown}
        show={(change) => void setShown({ page: 1, ...change })}
        isStale={isPlaceholderData}
        refresh={refetch}
      />
    </Box>
  );
}

function BatchHeader({ batch }: { batch: Batch }) {
  const organizationTimeZone = useOrganizationTimeZone();
  const { id, maker, createdAt, startedAt, undoOf, undoneBy } = batch;
  return (
    <Box px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm">
      <Anchor component={Link} href="/batches" size="sm" c="dimmed" className={classes.back}>
        <IconArrowLeft size={15} aria-hidden /> Batches
      </Anchor>
      <Group gap="sm" align="center">
        <Title order={1}>Batch {id}</Title>
        <BatchBadge batch={batch} />
      </Group>
      <Text fw={600} mt={4} style={{ overflowWrap: 'anywhere' }}>
        {batchText(batch)}
      </Text>
      <Text c="dimmed" size="sm">
        {startedAt ? 'Run' : 'Planned'} by {maker.name},{' '}
        <Instant instant={startedAt ?? createdAt} timeZone={organizationTimeZone} />
      </Text>
      {startedAt && (
        <Allowed to="administer">
          <Anchor component={Link} href={`/audit?batch=${id}`} size="sm">
            In the audit log
          </Anchor>
        </Allowed>
      )}
      {undoOf && (
        <Text size="sm">
          It undoes{' '}
          <Anchor component={Link} href={`/batches/${undoOf.id}`} size="sm">
            batch {undoOf.id}
          </Anchor>
          : every value is restored.
        </Text>
      )}
      {undoneBy.map((undo) => (
        <Text key={undo.id} size="sm">
          {undo.status === 'planned' ? 'To be undone by ' : 'Undone by '}
          <Anchor component={Link} href={`/batches/${undo.id}`} size="sm">
            batch {undo.id}
          </Anchor>
        </Text>
      ))}
    </Box>
  );
}
