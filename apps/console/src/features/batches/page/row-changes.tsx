import type { I18n } from '@lingui/core';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
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
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery({
    ...rowChangesQuery(batchId, orderId),
    enabled: isOpen,
  });
  const { data, error, fetchNextPage } = query;
  if (changeCount === 0) return <Nothing meaning={t`Nothing changes`} />;
  const shown: RowChange[] = data?.pages.flat() ?? changes;
  const more = changeCount - shown.length;
  const isCut =
    !data && changes.some(({ key, before, after }) => [key, before, after].some((text) => text?.endsWith('…')));
  const reason = problemText(i18n, error);
  return (
    <>
      <ul className={classes.changes} aria-label={t`Changes of order ${orderId}`}>
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of a batch keep their positions
          <li key={index} className={classes.change}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {(more > 0 || isCut) && (
        <BusyButton
          mt={4}
          size="compact-xs"
          variant="default"
          loading={query.isFetching}
          aria-label={t`Show more changes of order ${orderId}`}
          onClick={() => (isOpen ? void fetchNextPage() : setOpen(true))}
        >
          {more > 0 ? t`${plural(more, { one: '# more', other: '# more' })}` : t`Show in full`}
        </BusyButton>
      )}
      {error && (
        <Text inherit c="dimmed">
          <Trans>The full list could not be loaded: {reason}</Trans>
        </Text>
      )}
    </>
  );
}

function Change({ change: { member, key, before, after } }: { change: RowChange }) {
  const { t, i18n } = useLingui();
  const word = before === null ? t`added` : after === null ? t`removed` : t`changed`;
  const label = memberText(i18n, member);
  return (
    <>
      <Text span inherit fw={600} tt="uppercase" fz={10} mr={6}>
        {word}
      </Text>
      <span className={classes.member}>{key === null ? label : `${label} “${key}”`}</span>{' '}
      {before !== null && <del className={classes.removed}>{valueText(i18n, member, before)}</del>}
      {before !== null && after !== null && (
        <>
          <span aria-hidden> → </span>
          <VisuallyHidden>
            {' '}
            <Trans>becomes</Trans>{' '}
          </VisuallyHidden>
        </>
      )}
      {after !== null && <ins className={classes.added}>{valueText(i18n, member, after)}</ins>}
    </>
  );
}

const valueText = (i18n: I18n, member: string, value: string) =>
  member === 'status' && value in STATUS_LOOKS ? i18n._(STATUS_LOOKS[value as keyof typeof STATUS_LOOKS].label) : value;
