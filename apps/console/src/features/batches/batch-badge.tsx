import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import type { BatchFacts } from './batch-query.ts';

/** The state of a batch. */
export function BatchBadge({ batch: { status, cancelledAt, counts } }: { batch: BatchFacts }) {
  const { t } = useLingui();
  const { label, color } = looksOf(status, cancelledAt !== null, counts);
  return <Badge color={color}>{t(label)}</Badge>;
}

function looksOf(status: BatchFacts['status'], isCancelled: boolean, counts: BatchFacts['counts']) {
  if (status === 'planned') return { label: msg`Not run yet`, color: 'gray' };
  if (status === 'running') return { label: isCancelled ? msg`Stopping` : msg`Running`, color: 'blue' };
  if (isCancelled) return { label: msg`Stopped`, color: 'gray' };
  const isWhole = counts.refused + counts.stale + counts.failed + counts.cancelled === 0;
  return isWhole ? { label: msg`Done`, color: 'teal' } : { label: msg`Partly done`, color: 'orange' };
}
