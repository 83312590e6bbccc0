'use client';

import { useDraggable } from '@dnd-kit/core';
import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconRefreshAlert, IconUserEdit } from '@tabler/icons-react';
import { severityLabel, worstOf } from '#components/clash-notes.tsx';
import { concernOf, crewColor, crewText } from '#components/crew-status.tsx';
import { useLocale } from '#components/regional.tsx';
import { formatTime } from '#lib/format.ts';
import { leaderOf, otherDraftText, statusOf, TASKS } from './card-text.ts';
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
    // The card is rendered anew in the lane to which it is moved.
    'data-focus-key': card.key,
    'data-task': card.jobs[0].task,
    'data-drafted': card.isDrafted || undefined,
    'data-clash': worstOf(card.clashes),
    onClick: () => open(card),
  } as const;
}

/** `–12:30`, or `until about 12:30` where the end is estimated. */
function untilText(i18n: I18n, locale: string, { until, isEstimated }: Card): string {
  const time = formatTime(locale, until ?? '');
  return isEstimated ? ` ${t(i18n)`until about ${time}`}` : `–${time}`;
}

/** The content of a card; also shown while it is dragged. */
export function CardLines({ card }: { card: Card }) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const { passengerCount } = card;
  const orders = card.jobs.length;
  const [first] = card.jobs;
  const { id } = first.order;
  const task = t(TASKS[first.task]);
  const title = first.order.bookedDetails?.product.title;
  const isGuiding = first.task === 'guide';
  const worst = worstOf(card.clashes);
  return (
    <>
      <VisuallyHidden>
        <Trans>Move</Trans>{' '}
      </VisuallyHidden>
      <span className={classes.line}>
        <strong className="tabular" suppressHydrationWarning>
          {first.time ? formatTime(locale, first.time) : t`No time`}
          {card.until && <span className={classes.until}>{untilText(i18n, locale, card)}</span>}
        </strong>{' '}
        {isGuiding ? (
          title
        ) : (
          <Trans>
            {task} <VisuallyHidden>of order </VisuallyHidden>
            {id}
          </Trans>
        )}
      </span>
      <span className={classes.line}>
        {isGuiding && orders > 1 ? <Plural value={orders} one="# order" other="# orders" /> : leaderOf(i18n, first)} ·{' '}
        <Plural value={passengerCount} one="# passenger" other="# passengers" />
      </span>
      <span className={classes.line}>
        {(worst || card.isStale || card.isDrafted) && (
          <span className={classes.marks}>
            {worst && (
              <>
                <IconAlertTriangle size={13} aria-hidden /> {t(severityLabel(worst))}
              </>
            )}
            {card.isStale && (
              <>
                <IconRefreshAlert size={13} aria-hidden /> <Trans>Changed since</Trans>
              </>
            )}
            {card.isDrafted && (
              <>
                <IconPencil size={13} aria-hidden />
                <VisuallyHidden>
                  <Trans>drafted</Trans>
                </VisuallyHidden>
              </>
            )}
          </span>
        )}
        {card.jobs.every(({ order }) => order.status === 'InCart') && (
          <Text span inherit c="dimmed">
            <Trans>In cart</Trans>
            {' · '}
          </Text>
        )}
        <CrewMark card={card} />
        {card.others.map((other) => (
          <span key={`${other.person.id} ${other.orderId}`} className={classes.other}>
            <IconUserEdit size={13} aria-hidden /> {otherDraftText(i18n, locale, other)}{' '}
          </span>
        ))}
        <Text span inherit c="dimmed">
          {first.place?.address ?? first.order.city.name}
        </Text>
      </span>
    </>
  );
}

/** What the person of a card says; of several orders, the status that needs the most attention. */
function CrewMark({ card }: { card: Card }) {
  const { i18n } = useLingui();
  const statuses = card.jobs.flatMap((job) => statusOf(job) ?? []);
  const shown =
    statuses.find((status) => concernOf(status) === 'declined') ??
    statuses.find((status) => concernOf(status) === 'unseen') ??
    statuses[0];
  if (!shown || shown.seen === 'notSent') return null;
  return (
    <Text span inherit fw={600} c={crewColor(shown)}>
      {crewText(i18n, shown)}{' '}
    </Text>
  );
}
