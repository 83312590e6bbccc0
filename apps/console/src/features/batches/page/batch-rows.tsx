'use client';

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Box, Checkbox, Group, Pagination, SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { ClashNotes } from '#components/clash-notes.tsx';
import { Link } from '#components/link.tsx';
import list from '#components/list/list-table.module.css';
import { PassengerNames } from '#components/passenger-names.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { say } from '#lib/notice.ts';
import { isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { retryBatch } from '../batch-acts.ts';
import { ROW_LOOKS, ROW_STATUSES, type RowStatus } from '../batch-labels.ts';
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
  const { t } = useLingui();
  const locale = useLocale();
  const { counts, rows, clashingOrders } = batch;
  const present = ROW_STATUSES.filter((status) => counts[status] > 0);
  const only = shown.statuses?.length === 1 ? shown.statuses[0] : undefined;
  const ofStatus = shown.statuses ? shown.statuses.reduce((sum, status) => sum + counts[status], 0) : counts.total;
  const total = shown.clashes ? Math.min(ofStatus, clashingOrders) : ofStatus;
  return (
    <Box>
      {present.length > 1 && (
        <Box px={{ base: 'md', sm: 'lg' }} pb="xs" style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label={t`Which orders to show`}
            size="xs"
            value={only ?? 'all'}
            onChange={(value) =>
              show({ statuses: value === 'all' ? null : present.filter((status) => status === value) })
            }
            data={[
              { value: 'all', label: t`All ${{ count: formatCount(locale, counts.total) }}` },
              ...present.map((status) => ({
                value: status,
                label: `${t(ROW_LOOKS[status].label)} ${formatCount(locale, counts[status])}`,
              })),
            ]}
          />
        </Box>
      )}
      {clashingOrders > 0 && (
        <Box px={{ base: 'md', sm: 'lg' }} pb="sm">
          <Checkbox
            size="sm"
            label={t`${plural(clashingOrders, {
              one: 'Only the # order with a clash',
              other: 'Only the # orders with clashes',
            })}`}
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
          <Table.Caption className={list.caption}>
            <Trans>Orders of the batch</Trans>
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Order</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Passengers</Trans>
              </Table.Th>
              <Table.Th scope="col">{batch.status === 'planned' ? t`What would change` : t`What changes`}</Table.Th>
              <Table.Th scope="col">
                <Trans>Result</Trans>
              </Table.Th>
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
          <Trans>No order has this state.</Trans>
        </Text>
      )}
      <Group component="nav" aria-label={t`Pages of orders`} px={{ base: 'md', sm: 'lg' }} py="md">
        <Pagination
          total={Math.max(1, Math.ceil(total / ROWS_ON_PAGE))}
          value={shown.page}
          onChange={(page) => show({ statuses: shown.statuses && [...shown.statuses], page })}
          size="sm"
          hideWithOnePage
          getItemProps={(page) => ({ 'aria-label': t`Page ${page}` })}
        />
      </Group>
    </Box>
  );
}

function Row({ batchId, row }: { batchId: number; row: BatchRow }) {
  const { t } = useLingui();
  const { orderId, order, status, reason, clashes } = row;
  const { label, color } = ROW_LOOKS[status];
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          href={`/orders/${orderId}`}
          aria-label={t`Order ${orderId}`}
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
            <ClashNotes clashes={clashes} label={t`Clashes of order ${orderId}`} />
          </Box>
        )}
      </Table.Td>
      <Table.Td style={{ minWidth: 160 }}>
        <Badge color={color}>{t(label)}</Badge>
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
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { stale } = counts;
  const change = async () => {
    setBusy(true);
    try {
      await retryBatch(id, true);
      await refresh();
    } catch (error) {
      void say({ kind: 'failed', title: t`The action failed`, text: problemText(i18n, error) });
      if (isProblem(error, 'conflict')) await refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group px={{ base: 'md', sm: 'lg' }} pb="sm" gap="sm">
      <Text size="sm">
        <Plural
          value={stale}
          one="Others have changed # order since. Check it first; you can then still apply this batch to it."
          other="Others have changed # orders since. Check them first; you can then still apply this batch to them."
        />
      </Text>
      <BusyButton size="xs" variant="light" color="orange" loading={isBusy} onClick={change}>
        {status === 'planned' ? (
          <Plural value={stale} one="Plan # order anyway" other="Plan # orders anyway" />
        ) : (
          <Plural value={stale} one="Change # order anyway" other="Change # orders anyway" />
        )}
      </BusyButton>
    </Group>
  );
}
