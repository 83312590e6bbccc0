'use client';

import { Anchor, Badge, Box, Button, Checkbox, Group, Pagination, SegmentedControl, Table, Text } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { ClashNotes } from '#components/clash-notes.tsx';
import list from '#components/list/list-table.module.css';
import { PassengerNames } from '#components/passenger-names.tsx';
import { countText } from '#lib/count-text.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { retryBatch } from '../batch-acts.ts';
import { ordersText, ROW_LOOKS, ROW_STATUSES, type RowStatus } from '../batch-labels.ts';
import { type Batch, type BatchRow, ROWS_ON_PAGE, type Shown } from '../batch-query.ts';
import { RowChanges } from './row-changes.tsx';

type BatchRowsProps = {
  batch: Batch;
  shown: Shown;
  show: (change: { statuses?: RowStatus[] | null; clashes?: boolean; page?: number }) => void;
  /** True while other rows are loading. */
  isStale: boolean;
  refresh: () => unknown;
};

/** The orders of a batch with the changes and the outcome of each. */
export function BatchRows({ batch, shown, show, isStale, refresh }: BatchRowsProps) {
  const { counts, rows } = batch;
  const present = ROW_STATUSES.filter((status) => counts[status] > 0);
  const only = shown.statuses?.length === 1 ? shown.statuses[0] : undefined;
  const ofStatus = shown.statuses ? shown.statuses.reduce((sum, status) => sum + counts[status], 0) : counts.total;
  const total = shown.clashes ? Math.min(ofStatus, batch.clashingOrders) : ofStatus;
  return (
    <Box>
      {present.length > 1 && (
        <Box px={{ base: 'md', sm: 'lg' }} pb="xs" style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label="Which orders to show"
            size="xs"
            value={only ?? 'all'}
            onChange={(value) =>
              show({ statuses: value === 'all' ? null : present.filter((status) => status === value) })
            }
            data={[
              { value: 'all', label: `All ${counts.total.toLocaleString('en')}` },
              ...present.map((status) => ({
                value: status,
                label: `${ROW_LOOKS[status].label} ${counts[status].toLocaleString('en')}`,
              })),
            ]}
          />
        </Box>
      )}
      {batch.clashingOrders > 0 && (
        <Box px={{ base: 'md', sm: 'lg' }} pb="sm">
          <Checkbox
            size="sm"
            label={countText(batch.clashingOrders, {
              one: 'Only the # order with a clash',
              other: 'Only the # orders with clashes',
            })}
            checked={shown.clashes}
            onChange={({ currentTarget }) => show({ clashes: currentTarget.checked })}
          />
        </Box>
      )}
      {counts.stale > 0 && batch.isOwn && batch.status !== 'running' && <StaleNote batch={batch} refresh={refresh} />}
      <div className={list.scroll}>
        <Table
          verticalSpacing={8}
          horizontalSpacing={10}
          className={`${list.table} ${list.wide}`}
          aria-busy={isStale}
          style={{ opacity: isStale ? 0.55 : 1 }}
        >
          <Table.Caption className={list.caption}>Orders of the batch</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Order</Table.Th>
              <Table.Th scope="col">Passengers</Table.Th>
              <Table.Th scope="col">{batch.status === 'planned' ? 'What would change' : 'What changes'}</Table.Th>
              <Table.Th scope="col">Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={row.orderId} batchId={batch.id} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length === 0 && (
        <Text c="dimmed" size="sm" p="lg">
          No order has this state.
        </Text>
      )}
      <Group component="nav" aria-label="Pages of orders" px={{ base: 'md', sm: 'lg' }} py="md">
        <Pagination
          total={Math.max(1, Math.ceil(total / ROWS_ON_PAGE))}
          value={shown.page}
          onChange={(page) => show({ statuses: shown.statuses && [...shown.statuses], page })}
          size="sm"
          hideWithOnePage
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      </Group>
    </Box>
  );
}

function Row({ batchId, row }: { batchId: number; row: BatchRow }) {
  const { orderId, order, status, reason, clashes } = row;
  const { label, color } = ROW_LOOKS[status];
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          href={`/orders/${orderId}`}
          aria-label={`Order ${orderId}`}
          inherit
          fw={600}
          className="tabular"
        >
          {orderId}
        </Anchor>
        {order.referenceCode && (
          <Text inherit c="dimmed">
            {order.referenceCode}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ minWidth: 140 }}>
        <PassengerNames passengers={order.passengers} />
        <Text inherit c="dimmed">
          {order.bookedDetails?.product.title}
        </Text>
      </Table.Td>
      <Table.Td style={{ minWidth: 240 }}>
        <RowChanges batchId={batchId} row={row} />
        {clashes.length > 0 && (
          <Box mt={6}>
            <ClashNotes clashes={clashes} label={`Clashes of order ${orderId}`} />
          </Box>
        )}
      </Table.Td>
      <Table.Td style={{ minWidth: 160 }}>
        <Badge color={color}>{label}</Badge>
        {reason && (
          <Text inherit mt={2}>
            {reason}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Orders that others have changed are overwritten only after the user confirms their number. */
function StaleNote({ batch: { id, counts, status }, refresh }: { batch: Batch; refresh: () => unknown }) {
  const [isBusy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    try {
      await retryBatch(id, true);
      await refresh();
    } catch (error) {
      void say({ kind: 'failed', title: 'The action failed', text: problemText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group px={{ base: 'md', sm: 'lg' }} pb="sm" gap="sm">
      <Text size="sm">
        Others have changed {ordersText(counts.stale)} since. Check them first; you can then still apply this batch to
        them.
      </Text>
      <Button size="xs" variant="light" color="orange" loading={isBusy} onClick={change}>
        {status === 'planned' ? `Plan ${ordersText(counts.stale)} anyway` : `Change ${ordersText(counts.stale)} anyway`}
      </Button>
    </Group>
  );
}
