import { Text, VisuallyHidden } from '@mantine/core';
import { Nothing } from '#components/nothing.tsx';
import { STATUS_LOOKS } from '../../orders/order-status.ts';
import type { RowChange } from '../batch-query.ts';
import { memberText } from '../batch-words.ts';
import classes from '../batches.module.css';

type RowChangesProps = { changes: RowChange[]; orderId: number };

/** What is added, changed and removed in an order, value by value. */
export function RowChanges({ changes, orderId }: RowChangesProps) {
  if (changes.length === 0) return <Nothing meaning="Nothing changes" />;
  return (
    <ul className={classes.changes} aria-label={`Changes of order ${orderId}`}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a batch never change their places
        <li key={index} className={classes.change}>
          <Change change={change} />
        </li>
      ))}
    </ul>
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
