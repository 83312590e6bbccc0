'use client';

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { ClashNotes } from '#components/clash-notes.tsx';
import { crewColor, crewText } from '#components/crew-status.tsx';
import { FormDialog } from '#components/form-dialog.tsx';
import { Hint } from '#components/hint.tsx';
import { Link } from '#components/link.tsx';
import { Day, TimeOfDay } from '#components/moments.tsx';
import { useLocale } from '#components/regional.tsx';
import { fieldErrorsOf } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { leaderOf, nameOf, otherDraftText, statusOf } from '../board/card-text.ts';
import { type Card, othersOf } from '../board/cards.ts';
import type { Board, Job, Task } from '../board-query.ts';
import { chosenOf } from './chosen.ts';
import { discardMoves, draftMoves, type Move } from './draft-acts.ts';

const NOBODY = 'nobody';

const TITLES: Record<Task, MessageDescriptor> = {
  pickup: msg`Move pickup`,
  dropoff: msg`Move drop-off`,
  guide: msg`Move guiding`,
};

type MoveDialogProps = {
  card: Card;
  board: Board;
  close: () => void;
  /** Called after the draft has changed. */
  changed: () => void;
};

/** Drafts another person, date or time for the jobs of a card; dragging changes only the person. */
export function MoveDialog({ card, board, close, changed }: MoveDialogProps) {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  const [first] = card.jobs;
  const isGuiding = first.task === 'guide';
  const name = nameOf(i18n, board, first.publishedPersonId);
  const others = othersOf(card.jobs, board);
  // The values when the dialog opened. Concurrent changes by others do not count as changes made here.
  const [shown] = useState({
    personId: first.personId,
    time: first.time?.slice(0, 5) ?? null,
    date: first.day ?? null,
  });
  const [person, setPerson] = useState(shown.personId === null ? NOBODY : String(shown.personId));
  const [time, setTime] = useState(shown.time ?? '');
  const [date, setDate] = useState(shown.date ?? '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const fieldErrors = fieldErrorsOf(problem, 'moves');
  const errorOf = (member: string) => Object.entries(fieldErrors).find(([path]) => path.endsWith(member))?.[1];

  async function act(what: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await what();
      changed();
      close();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = {
      personId: person === NOBODY ? null : Number(person),
      ...(isGuiding ? {} : { time: time || null, date: date || null }),
    };
    const values = chosenOf(shown, wanted, card.isStale);
    return act(() => draftMoves(card.jobs.map((job): Move => ({ orderId: job.order.id, task: job.task, ...values }))));
  };

  const workers = isGuiding ? board.guides : board.drivers;
  return (
    <FormDialog
      title={t(TITLES[first.task])}
      closeLabel={t`Close without moving`}
      close={close}
      isUnsaved={
        person !== String(shown.personId ?? NOBODY) || time !== (shown.time ?? '') || date !== (shown.date ?? '')
      }
    >
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <Facts card={card} />
          {card.clashes.length > 0 && (
            <Hint kind="clash">
              <ClashNotes clashes={card.clashes} label={t`Clashes of this job`} />
            </Hint>
          )}
          {card.isStale && (
            <Hint kind="care" title={t`Somebody changed this since you drafted it`}>
              <Trans>
                It is now assigned to: {name}. “Add to draft” overwrites that with your choice; “Remove from draft”
                keeps it.
              </Trans>
            </Hint>
          )}
          {others.length > 0 && (
            <Hint kind="care" title={t`Others have drafted this, too`}>
              {others.map((other) => (
                <Text key={`${other.person.id} ${other.orderId}`} size="sm">
                  {otherDraftText(i18n, locale, other)}
                </Text>
              ))}
            </Hint>
          )}
          <NativeSelect
            label={isGuiding ? t`Guide` : t`Driver`}
            data={[
              { value: NOBODY, label: t`Unassigned` },
              ...workers.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={person}
            onChange={({ currentTarget }) => setPerson(currentTarget.value)}
            error={errorOf('personId')}
            data-autofocus
          />
          {!isGuiding && (
            <Group grow align="flex-start">
              <TextInput
                type="date"
                label={t`Day`}
                value={date}
                onChange={({ currentTarget }) => setDate(currentTarget.value)}
                error={errorOf('date')}
              />
              <TextInput
                type="time"
                label={t`Local time`}
                description={first.timeZone}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={time}
                onChange={({ currentTarget }) => setTime(currentTarget.value)}
                error={errorOf('time')}
              />
            </Group>
          )}
          {problem !== undefined && (
            <Alert role="alert" color="red" py="xs">
              {problemText(i18n, problem)}
            </Alert>
          )}
          <Text size="sm" c="dimmed">
            <Trans>No notifications are sent before you publish the draft.</Trans>
          </Text>
          <Group gap="sm">
            <BusyButton type="submit" loading={isBusy}>
              <Trans>Add to draft</Trans>
            </BusyButton>
            {card.isDrafted && (
              <Button
                variant="default"
                disabled={isBusy}
                onClick={() =>
                  act(() => discardMoves(card.jobs.map(({ order, task }) => ({ orderId: order.id, task }))))
                }
              >
                <Trans>Remove from draft</Trans>
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}

function Facts({ card: { jobs } }: { card: Card }) {
  return (
    <Stack gap={2}>
      {jobs.map((job) => (
        <JobLine key={job.id} job={job} />
      ))}
    </Stack>
  );
}

function JobLine({ job }: { job: Job }) {
  const { i18n } = useLingui();
  const { passengerCount } = job;
  const { id } = job.order;
  const status = statusOf(job);
  return (
    <Text size="sm">
      <Anchor component={Link} href={`/orders/${job.order.id}`} inherit underline="always">
        <Trans>Order {id}</Trans>
      </Anchor>{' '}
      ·{' '}
      {job.order.status === 'InCart' && (
        <>
          <Trans>In cart</Trans> ·{' '}
        </>
      )}
      {leaderOf(i18n, job)} · <Plural value={passengerCount} one="# passenger" other="# passengers" />
      <br />
      <Text span inherit c="dimmed">
        {job.order.bookedDetails?.product.title}
        {job.day && (
          <>
            {' · '}
            <Day day={job.day} />
          </>
        )}
        {job.time && (
          <>
            {' '}
            <TimeOfDay time={job.time} />
          </>
        )}
        {job.place && ` · ${job.place.address}`}
      </Text>
      {status && status.seen !== 'notSent' && (
        <>
          <br />
          <Text span inherit fw={600} c={crewColor(status)} style={{ overflowWrap: 'anywhere' }}>
            {crewText(i18n, status)}
          </Text>
        </>
      )}
    </Text>
  );
}
