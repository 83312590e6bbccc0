'use client';

import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '#components/regional.tsx';
import { formatCount } from '#lib/format.ts';
import { type Batch, batchQuery } from '../batch-query.ts';
import { useBatchNews } from '../use-batch-news.ts';

/** The progress of a batch once it has started; also announced to screen readers. */
export function BatchProgress({ batch: { status, counts } }: { batch: Batch }) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  if (status === 'planned') return null;
  const { total, planned } = counts;
  const settled = total - planned;
  const settledText = formatCount(locale, settled);
  const share = total === 0 ? 100 : (settled / total) * 100;
  return (
    <>
      {status === 'running' && (
        <Progress.Root size="lg" mb={6}>
          <Progress.Section value={share} aria-label={t`Orders processed`} />
        </Progress.Root>
      )}
      <Text role="status" size="sm" mb="sm" className="tabular">
        {status === 'running'
          ? t`${settledText} of ${plural(total, { one: '# order', other: '# orders' })} processed`
          : endText(i18n, counts)}
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

function endText(i18n: I18n, { done, unchanged, refused, stale, failed, cancelled }: Batch['counts']): string {
  const parts = [
    t(i18n)`${plural(done, { one: '# order changed', other: '# orders changed' })}`,
    unchanged > 0 && t(i18n)`${plural(unchanged, { one: '# already set', other: '# already set' })}`,
    refused > 0 && t(i18n)`${plural(refused, { one: '# refused', other: '# refused' })}`,
    stale > 0 &&
      t(i18n)`${plural(stale, {
        one: '# skipped because others have changed it',
        other: '# skipped because others have changed them',
      })}`,
    failed > 0 && t(i18n)`${plural(failed, { one: '# failed', other: '# failed' })}`,
    cancelled > 0 && t(i18n)`${plural(cancelled, { one: '# not processed', other: '# not processed' })}`,
  ];
  return `${parts.filter(Boolean).join(' · ')}.`;
}
