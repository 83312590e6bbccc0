'use client';

import { useDraggable } from '@dnd-kit/core';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconRefreshAlert, IconUserEdit } from '@tabler/icons-react';
import { severityLabel, worstOf } from '#components/clash-notes.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatTime } from '#lib/format.ts';
import { guestsText, leaderOf, otherDraftText, taskText } from './card-text.ts';
import type { Card } from './cards.ts';
import classes from './dispatch.module.css';

type JobCardProps = { card: Card; open: (card: Card) => void };

/** A job card that can be dragged to another lane, or opened to move it by keyboard. */
export function JobCard({ card, open }: JobCardProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: card.key, data: { card } });
  return (
    <button ref={setNodeRef} {...listeners} data-dragging={isDragging || undefined} {...cardProps(card, open)}>
      <CardLines card={card} />
    </button>
  );
}

/** A job card without dragging, for narrow screens. */
export function PlainJobCard({ card, open }: JobCardProps) {
  return (
    <button {...cardProps(card, open)}>
      <CardLines card={card} />
    </button>
  );
}

function cardProps(card: Card, open: (card: Card) => void) {
  return {
    type: 'button',
    className: classes.card,
    'aria-haspopup': 'dialog',
    'data-task': card.jobs[0].task,
    'data-drafted': card.isDrafted || undefined,
    'data-clash': worstOf(card.clashes),
    onClick: () => open(card),
  } as const;
}

/** `–12:30`, or `until about 12:30` where the end is estimated. */
function untilText(locale: string, { until, isEstimated }: Card): string {
  const time = formatTime(locale, until ?? '');
  return isEstimated ? ` until about ${time}` : `–${time}`;
}

/** The content of a card; also shown while it is dragged. */
export function CardLines({ card }: { card: Card }) {
  const locale = useLocale();
  const [first] = card.jobs;
  const title = first.order.bookedDetails?.product.title;
  const isGuiding = first.task === 'guide';
  const worst = worstOf(card.clashes);
  return (
    <>
      <VisuallyHidden>Move </VisuallyHidden>
      <span className={classes.line}>
        <strong className="tabular" suppressHydrationWarning>
          {first.time ? formatTime(locale, first.time) : 'No time'}
          {card.until && <span className={classes.until}>{untilText(locale, card)}</span>}
        </strong>{' '}
        {isGuiding ? (
          title
        ) : (
          <>
            {taskText(first.task)} <VisuallyHidden>of order </VisuallyHidden>
            {first.order.id}
          </>
        )}
      </span>
      <span className={classes.line}>
        {isGuiding && card.jobs.length > 1 ? `${card.jobs.length} orders` : leaderOf(first)} ·{' '}
        {guestsText(card.passengerCount)}
      </span>
      <span className={classes.line}>
        {(worst || card.isStale || card.isDrafted) && (
          <span className={classes.marks}>
            {worst && (
              <>
                <IconAlertTriangle size={13} aria-hidden /> {severityLabel(worst)}
              </>
            )}
            {card.isStale && (
              <>
                <IconRefreshAlert size={13} aria-hidden /> Changed since
              </>
            )}
            {card.isDrafted && (
              <>
                <IconPencil size={13} aria-hidden />
                <VisuallyHidden>drafted</VisuallyHidden>
              </>
            )}
          </span>
        )}
        {card.others.map((other) => (
          <span key={`${other.person.id} ${other.orderId}`} className={classes.other}>
            <IconUserEdit size={13} aria-hidden /> {otherDraftText(locale, other)}{' '}
          </span>
        ))}
        <Text span inherit c="dimmed">
          {first.place?.address ?? first.order.city.name}
        </Text>
      </span>
    </>
  );
}
