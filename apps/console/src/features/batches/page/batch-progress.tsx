'use client';

import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ordersText } from '../batch-labels.ts';
import { type Batch, batchQuery } from '../batch-query.ts';
import { useBatchNews } from '../use-batch-news.ts';

/** The progress of a batch once it has started; also announced to screen readers. */
export function BatchProgress({ batch: { status, counts } }: { batch: Batch }) {
  if (status === 'planned') return null;
  const settled = counts.total - counts.planned;
  const share = counts.total === 0 ? 100 : (settled / counts.total) * 100;
  return (
    <>
      {status === 'running' && (
        <Progress.Root size="lg" mb={6}>
          <Progress.Section value={share} aria-label="Orders processed" />
        </Progress.Root>
      )}
      <Text role="status" size="sm" mb="sm" className="tabular">
        {status === 'running'
          ? `${settled.toLocaleString('en')} of ${ordersText(counts.total)} processed`
          : endText(counts)}
      </Text>
    </>
  );
}

const ALL = { statuses: null, clashes: false, page: 1 };

/** The progress of a batch by its id, kept up to date until the batch has ended. */
export function LiveBatchProgress({ id }: { id: number }) {
  const { data: batch } = useQuery(batchQuery(id, ALL));
  useBatchNews(id, batch?.status !== 'ended');
  return batch && <BatchProgress batch={batch} />;
}

function endText({ done, unchanged, refused, stale, failed, cancelled }: Batch['counts']): string {
  const parts = [
    `${ordersText(done)} changed`,
    unchanged > 0 && `${unchanged} already set`,
    refused > 0 && `${refused} refused`,
    stale > 0 && `${stale} skipped because others have changed them`,
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} not processed`,
  ];
  return `${parts.filter(Boolean).join(' · ')}.`;
}
