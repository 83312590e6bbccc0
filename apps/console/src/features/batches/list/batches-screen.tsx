'use client';

import { Box, Table, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsInteger, useQueryState } from 'nuqs';
import { LinkButton } from '#components/link-button.tsx';
import { ListHead } from '#components/list/list-head.tsx';
import { ListPaging } from '#components/list/list-paging.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import list from '#components/list/list-table.module.css';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { BatchBadge } from '../batch-badge.tsx';
import { batchText } from '../batch-labels.ts';
import { type BatchesPage, type BatchFacts, batchesQuery } from '../batch-query.ts';
import classes from '../batches.module.css';
import { useBatchNews } from '../use-batch-news.ts';

/** All batches, newest first. */
export function BatchesScreen() {
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1).withOptions({ history: 'push' }));
  const query = useQuery(batchesQuery(page));
  useBatchNews(null, query.data !== undefined);
  return (
    <Box>
      <ListHead title="Batches" total={query.data?.batchesMeta.total} isNarrowed={false} />
      <ListResult of="batches" query={query}>
        {(data) =>
          data.batches.length > 0 ? <Batches page={data} turnTo={(to) => void setPage(to)} /> : <NoBatches />
        }
      </ListResult>
    </Box>
  );
}

const NoBatches = () => (
  <StatePanel
    icon={IconStack2}
    title="No batches yet"
    action={<LinkButton href="/orders">Go to the orders</LinkButton>}
  >
    A batch makes the same change to many orders: select them in the list of orders and choose “Change…”. You see a
    preview before it runs, and you can undo it.
  </StatePanel>
);

function Batches({ page: { batches, batchesMeta }, turnTo }: { page: BatchesPage; turnTo: (page: number) => void }) {
  return (
    <>
      <div className={list.scroll}>
        <Table highlightOnHover verticalSpacing={9} horizontalSpacing={10} className={`${list.table} ${list.wide}`}>
          <Table.Caption className={list.caption}>Batches, newest first</Table.Caption>
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
      <ListPaging of="batches" meta={batchesMeta} turnTo={turnTo} />
    </>
  );
}

function BatchLine({ batch }: { batch: BatchFacts }) {
  const organizationTimeZone = useOrganizationTimeZone();
  const { id, counts, maker, createdAt, undoneBy } = batch;
  const isTakenBack = undoneBy.some(({ status }) => status === 'ended');
  return (
    <Table.Tr className={list.row}>
      <Table.Td>
        <Link href={`/batches/${id}`} className={list.rowLink} aria-label={`Batch ${id}`}>
          {id}
        </Link>
      </Table.Td>
      <Table.Td className={classes.what}>
        {batchText(batch)}
        {isTakenBack && (
          <Text inherit c="dimmed">
            Undone
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
        <Instant instant={createdAt} timeZone={organizationTimeZone} />
      </Table.Td>
    </Table.Tr>
  );
}
