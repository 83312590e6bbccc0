'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import type { CrewConcern } from '#components/crew-status.tsx';
import { LocalClocks } from '#components/local-clocks.tsx';
import { Day } from '#components/moments.tsx';
import { OutdatedNote } from '#components/outdated-note.tsx';
import { ProblemPanel } from '#components/problem-panel.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { addDays, dayIn } from '#lib/format.ts';
import { useLiveTopic } from '#lib/live/use-live-topic.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { ArrivingDrafts } from './board/arriving-drafts.tsx';
import { type Card, lanesOf } from './board/cards.ts';
import { ClashList } from './board/clash-list.tsx';
import { CrewSummary, jobsWith } from './board/crew-summary.tsx';
import { DayList } from './board/day-list.tsx';
import { Withdrawals } from './board/withdrawals.tsx';
import { boardParsers, daysFrom, type View } from './board-address.ts';
import { type Board, boardQuery, type Draft, draftQuery } from './board-query.ts';
import { DispatchToolbar } from './dispatch-toolbar.tsx';
import { draftMoves } from './draft/draft-acts.ts';
import { DraftBar } from './draft/draft-bar.tsx';

// The board and the dialogs are loaded on demand: the board on wide screens, the dialogs when they open.
const DayBoard = dynamic(() => import('./board/day-board.tsx').then((module) => module.DayBoard), {
  ssr: false,
  loading: () => <Skeleton height={320} />,
});
const MoveDialog = dynamic(() => import('./draft/move-dialog.tsx').then((module) => module.MoveDialog), { ssr: false });
const PublishDialog = dynamic(() => import('./draft/publish-dialog.tsx').then((module) => module.PublishDialog), {
  ssr: false,
});

const loadDraftNews = () => import('./draft/draft-news.ts').then(({ watchDrafts }) => watchDrafts);

const NARROW = '(max-width: 61.99em)';

/** The dispatch board: drivers and guides with their jobs. Changes are a draft until they are published. */
export function DispatchScreen() {
  const { t, i18n } = useLingui();
  const [address, setAddress] = useQueryStates(boardParsers, { history: 'push' });
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const from = address.from ?? today;
  const days = daysFrom(from, address.days);
  const client = useQueryClient();
  const query = useQuery(boardQuery(from, addDays(from, address.days - 1)));
  const { data: board, error, refetch } = query;
  const { data: draft } = useQuery(draftQuery());
  useLiveTopic('drafts', loadDraftNews);
  const [concern, setConcern] = useState<CrewConcern | null>(null);
  const [opened, setOpened] = useState<Card>();
  const [publishing, setPublishing] = useState<Draft>();
  const changed = () => void client.invalidateQueries({ queryKey: ['dispatch'] });

  const assign = async (card: Card, personId: number | null) => {
    try {
      await draftMoves(card.jobs.map(({ order, task }) => ({ orderId: order.id, task, personId })));
    } catch (problem) {
      void say({ kind: 'failed', title: t`The assignment was not changed`, text: problemText(i18n, problem) });
    }
    changed();
  };

  return (
    <Box>
      <Title order={1} px={{ base: 'md', sm: 'lg' }} pt={{ base: 'md', sm: 'lg' }} pb="sm">
        <Trans>Dispatch</Trans>
      </Title>
      <UnknownFilters parsers={boardParsers} />
      <DispatchToolbar from={from} today={today} address={address} change={(change) => void setAddress(change)} />
      {board ? (
        <Box px={{ base: 'md', sm: 'lg' }} pb="lg">
          {error && <OutdatedNote retry={refetch} />}
          <ClashList board={board} />
          <Withdrawals board={board} />
          <CrewSummary board={jobsOfView(board, address.view)} shown={concern} show={setConcern} />
          {days.map((day) => (
            <OneDay
              key={day}
              day={day}
              board={jobsWith(board, concern)}
              view={address.view}
              open={setOpened}
              assign={assign}
            />
          ))}
        </Box>
      ) : error ? (
        <ProblemPanel query={query} forbidden={t`You may not see the dispatch board`} />
      ) : (
        <Skeleton height={320} mx="lg" />
      )}
      {draft && draft.moves > 0 && <DraftBar draft={draft} publish={() => setPublishing(draft)} changed={changed} />}
      {board && opened && (
        <MoveDialog key={opened.key} card={opened} board={board} close={() => setOpened(undefined)} changed={changed} />
      )}
      {publishing && <PublishDialog opened={publishing} close={() => setPublishing(undefined)} changed={changed} />}
    </Box>
  );
}

const jobsOfView = (board: Board, view: View): Board => ({
  ...board,
  jobs: board.jobs.filter(({ task }) => (task === 'guide') === (view === 'guides')),
});

type OneDayProps = {
  day: string;
  board: Board;
  view: View;
  open: (card: Card) => void;
  assign: (card: Card, personId: number | null) => void;
};

function OneDay({ day, board, view, open, assign }: OneDayProps) {
  const { t, i18n } = useLingui();
  const isNarrow = useMediaQuery(NARROW);
  const lanes = lanesOf(i18n, board, view, day);
  const jobs = lanes.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <Box component="section" aria-label={day} mb="xl">
      <Title order={2} mb={2}>
        <Day day={day} long />
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {jobs === 0 ? (
          t`No jobs on this day.`
        ) : (
          <>
            <LocalClocks jobs={board.jobs.filter((job) => job.day === day)} day={day} />{' '}
            <Trans>Open a card to move it, or drag it to another person.</Trans>
          </>
        )}
      </Text>
      {view === 'drivers' && <ArrivingDrafts board={board} day={day} />}
      {jobs > 0 &&
        (isNarrow ? (
          <DayList day={day} lanes={lanes} open={open} />
        ) : (
          <DayBoard day={day} lanes={lanes} open={open} assign={assign} />
        ))}
    </Box>
  );
}
