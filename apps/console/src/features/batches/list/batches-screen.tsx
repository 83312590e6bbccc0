'use client';

import { Box, Group, Pagination, Skeleton, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsInteger, useQueryState } from 'nuqs';
import { LinkButton } from '#components/link-button.tsx';
import { Instant } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOfficeTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { BatchBadge } from '../batch-badge.tsx';
import { type BatchesPage, type BatchFacts, batchesQuery } from '../batch-query.ts';
import { batchText } from '../batch-words.ts';
import classes from '../batches.module.css';
import { useBatchNews } from '../use-batch-news.ts';

/** The batches that were planned and run, newest first. */
export function BatchesScreen() {
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1).withOptions({ history: 'push' }));
  const { data, error, isFetching, refetch } = useQuery(batchesQuery(page));
  useBatchNews(null, data !== undefined);
  return (
    <Box>
      <Group px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm" gap="sm" align="baseline">
        <Title order={1}>Batches</Title>
        <Text role="status" c="dimmed" size="sm" className="tabular">
          {data?.batchesMeta.total.toLocaleString('en')}
        </Text>
      </Group>
      {data ? (
        <>
          {error && <OutdatedNote retry={refetch} />}
          {data.batches.length > 0 ? <Batches page={data} turnTo={(to) => void setPage(to)} /> : <NoBatches />}
        </>
      ) : error ? (
        <ProblemPanel problem={error} subject="the batches" retry={refetch} isRetrying={isFetching} />
      ) : (
        <BatchesSkeleton />
      )}
    </Box>
  );
}

const NoBatches = () => (
  <StatePanel
    icon={IconStack2}
    title="No batches yet"
    action={<LinkButton href="/orders">Go to the orders</LinkButton>}
  >
    A batch changes many orders alike: select them in the list of orders, and choose “Change…”. It shows what it would
    do before it runs, and can be taken back.
  </StatePanel>
);

function Batches({ page: { batches, batchesMeta }, turnTo }: { page: BatchesPage; turnTo: (page: number) => void }) {
  return (
    <>
      <div className={classes.scroll}>
        <Table
          highlightOnHover
          verticalSpacing={9}
          horizontalSpacing={10}
          className={`${classes.table} ${classes.wide}`}
        >
          <Table.Caption className={classes.caption}>Batches, newest first</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Batch</Table.Th>
              <Table.Th scope="col">What it does</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col" ta="right">
                Orders changed
              </Table.Th>
              <Table.Th scope="col">By</Table.Th>
              <Table.Th scope="col">Planned</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {batches.map((batch) => (
              <BatchLine key={batch.id} batch={batch} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Group component="nav" aria-label="Pages of batches" px={{ base: 'md', sm: 'lg' }} py="md">
        <Pagination
          total={batchesMeta.lastPage}
          value={batchesMeta.currentPage}
          onChange={turnTo}
          size="sm"
          hideWithOnePage
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      </Group>
    </>
  );
}

function BatchLine({ batch }: { batch: BatchFacts }) {
  const officeTimeZone = useOfficeTimeZone();
  const { id, counts, maker, createdAt, undoneBy } = batch;
  const isTakenBack = undoneBy.some(({ status }) => status === 'ended');
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <Link href={`/batches/${id}`} className={classes.rowLink} aria-label={`Batch ${id}`}>
          {id}
        </Link>
      </Table.Td>
      <Table.Td className={classes.what}>
        {batchText(batch)}
        {isTakenBack && (
          <Text inherit c="dimmed">
            Taken back
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <BatchBadge batch={batch} />
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {counts.done.toLocaleString('en')} of {counts.total.toLocaleString('en')}
      </Table.Td>
      <Table.Td>{maker.name}</Table.Td>
      <Table.Td>
        <Instant instant={createdAt} timeZone={officeTimeZone} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Stands where the batches will be. */
export const BatchesSkeleton = () => (
  <Stack gap={14} p="lg" aria-busy>
    <VisuallyHidden>The batches are being loaded.</VisuallyHidden>
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} height={36} />
    ))}
  </Stack>
);
