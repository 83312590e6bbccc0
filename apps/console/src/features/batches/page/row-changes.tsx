import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Nothing } from '#components/nothing.tsx';
import { STATUS_LOOKS } from '#lib/order-status.ts';
import { problemText } from '#lib/problem-text.ts';
import { memberText } from '../batch-labels.ts';
import { type BatchRow, type RowChange, rowChangesQuery } from '../batch-query.ts';
import classes from '../batches.module.css';

type RowChangesProps = { batchId: number; row: BatchRow };

/**
 * The values that are added, changed and removed in an order: at first a few, shortened; on request all, in full length.
 */
export function RowChanges({ batchId, row: { orderId, changes, changeCount } }: RowChangesProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    ...rowChangesQuery(batchId, orderId),
    enabled: isOpen,
  });
  if (changeCount === 0) return <Nothing meaning="Nothing changes" />;
  const shown: RowChange[] = data?.pages.flat() ?? changes;
  const more = changeCount - shown.length;
  const isCut =
    !data && changes.some(({ key, before, after }) => [key, before, after].some((text) => text?.endsWith('…')));
  return (
    <>
      <ul className={classes.changes} aria-label={`Changes of order ${orderId}`}>
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of a batch keep their positions
          <li key={index} className={classes.change}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {(more > 0 || isCut) && (
        <Button
          mt={4}
          size="compact-xs"
          variant="default"
          loading={isFetching}
          aria-label={`Show more changes of order ${orderId}`}
          onClick={() => (isOpen ? void fetchNextPage() : setOpen(true))}
        >
          {more > 0 ? `${more.toLocaleString('en')} more` : 'Show in full'}
        </Button>
      )}
      {error && (
        <Text inherit c="dimmed">
          The full list could not be loaded: {problemText(error)}
        </Text>
      )}
    </>
  );
}

function Change({ change: { member, key, before, after } }: { change: RowChange }) {
  const word = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return (
    <>
      <Text span inherit fw={600} tt="uppercase" fz={10} mr={6}>
        {word}
      </Text>
      <span className={classes.member}>{key === null ? memberText(member) : `${memberText(member)} “${key}”`}</span>{' '}
      {before !== null && <del className={classes.removed}>{valueText(member, before)}</del>}
      {before !== null && after !== null && (
        <>
          <span aria-hidden> → </span>
          <VisuallyHidden> becomes </VisuallyHidden>
        </>
      )}
      {after !== null && <ins className={classes.added}>{valueText(member, after)}</ins>}
    </>
  );
}

const valueText = (member: string, value: string) =>
  member === 'status' && value in STATUS_LOOKS ? STATUS_LOOKS[value as keyof typeof STATUS_LOOKS].label : value;
