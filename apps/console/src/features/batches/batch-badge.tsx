import { Badge } from '@mantine/core';
import type { BatchFacts } from './batch-query.ts';

/** The state of a batch. */
export function BatchBadge({ batch: { status, cancelledAt, counts } }: { batch: BatchFacts }) {
  const { label, color } = looksOf(status, cancelledAt !== null, counts);
  return <Badge color={color}>{label}</Badge>;
}

function looksOf(status: BatchFacts['status'], isCancelled: boolean, counts: BatchFacts['counts']) {
  if (status === 'planned') return { label: 'Not run yet', color: 'gray' };
  if (status === 'running') return { label: isCancelled ? 'Stopping' : 'Running', color: 'blue' };
  if (isCancelled) return { label: 'Stopped', color: 'gray' };
  const isWhole = counts.refused + counts.stale + counts.failed + counts.cancelled === 0;
  return isWhole ? { label: 'Done', color: 'teal' } : { label: 'Partly done', color: 'orange' };
}
