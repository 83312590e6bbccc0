'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { Link } from '#components/link.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { ListSkeleton } from '#components/list/list-skeleton.tsx';
import { Instant } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Allowed } from '#components/rights.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
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
  const { t } = useLingui();
  const [shown, setShown] = useQueryStates(shownParsers, { history: 'push' });
  const query = useQuery(batchQuery(id, shown));
  const { data: batch, error, isPlaceholderData, refetch } = query;
  useBatchNews(id, batch !== undefined && batch.status !== 'ended');
  if (!batch) {
    const elsewhere = (
      <LinkButton href="/batches">
        <Trans>All batches</Trans>
      </LinkButton>
    );
    return error ? (
      <ProblemPanel query={query} forbidden={t`You may not see this batch`} elsewhere={elsewhere} />
    ) : (
      <ListSkeleton />
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
      <UnknownFilters parsers={shownParsers} />
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
  const { i18n } = useLingui();
  const organizationTimeZone = useOrganizationTimeZone();
  const {
    id,
    maker: { name },
    createdAt,
    startedAt,
    undoOf,
    undoneBy,
  } = batch;
  return (
    <Box px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm">
      <Anchor component={Link} href="/batches" size="sm" c="dimmed" className={classes.back}>
        <IconArrowLeft size={15} aria-hidden /> <Trans>Batches</Trans>
      </Anchor>
      <Group gap="sm" align="center">
        <Title order={1}>
          <Trans>Batch {id}</Trans>
        </Title>
        <BatchBadge batch={batch} />
      </Group>
      <Text fw={600} mt={4} style={{ overflowWrap: 'anywhere' }}>
        {batchText(i18n, batch)}
      </Text>
      <Text c="dimmed" size="sm">
        {startedAt ? (
          <Trans>
            Run by {name}, <Instant instant={startedAt} timeZone={organizationTimeZone} />
          </Trans>
        ) : (
          <Trans>
            Planned by {name}, <Instant instant={createdAt} timeZone={organizationTimeZone} />
          </Trans>
        )}
      </Text>
      {startedAt && (
        <Allowed to="administer">
          <Anchor component={Link} href={`/audit?batch=${id}`} size="sm">
            <Trans>In the audit log</Trans>
          </Anchor>
        </Allowed>
      )}
      {undoOf && <UndoneBatch id={undoOf.id} />}
      {undoneBy.map((undo) => (
        <UndoingBatch key={undo.id} {...undo} />
      ))}
    </Box>
  );
}

function UndoneBatch({ id }: { id: number }) {
  return (
    <Text size="sm">
      <Trans>
        It undoes{' '}
        <Anchor component={Link} href={`/batches/${id}`} size="sm">
          batch {id}
        </Anchor>
        : every value is restored.
      </Trans>
    </Text>
  );
}

function UndoingBatch({ id, status }: Batch['undoneBy'][number]) {
  return (
    <Text size="sm">
      {status === 'planned' ? (
        <Trans>
          To be undone by{' '}
          <Anchor component={Link} href={`/batches/${id}`} size="sm">
            batch {id}
          </Anchor>
        </Trans>
      ) : (
        <Trans>
          Undone by{' '}
          <Anchor component={Link} href={`/batches/${id}`} size="sm">
            batch {id}
          </Anchor>
        </Trans>
      )}
    </Text>
  );
}
