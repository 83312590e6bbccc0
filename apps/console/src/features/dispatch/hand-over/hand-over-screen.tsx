'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, NativeSelect, Group as Row, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { ListResult } from '#components/list/list-result.tsx';
import { LocalClocks } from '#components/local-clocks.tsx';
import { Day } from '#components/moments.tsx';
import { PageHead } from '#components/page-head.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { StatePanel } from '#components/state-panel.tsx';
import { TextLink } from '#components/text-link.tsx';
import { UnknownFilters } from '#components/unknown-filters.tsx';
import { dayIn, isDay } from '#lib/format.ts';
import { useLiveTopic } from '#lib/live/use-live-topic.ts';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { type Draft, draftQuery } from '../board-query.ts';
import { draftMoves, type Move } from '../draft/draft-acts.ts';
import { DraftBar } from '../draft/draft-bar.tsx';
import { GroupItem } from './group-item.tsx';
import classes from './hand-over.module.css';
import { daysOf, handOverParsers } from './hand-over-address.ts';
import { crewQuery, type Group, type HandOver, handOverQuery } from './hand-over-query.ts';

const PublishDialog = dynamic(() => import('../draft/publish-dialog.tsx').then((module) => module.PublishDialog), {
  ssr: false,
});
const loadDraftNews = () => import('../draft/draft-news.ts').then(({ watchDrafts }) => watchDrafts);

/** Moves that the server drafts at once. */
const MOVES_AT_ONCE = 200;

/** Hands the jobs of somebody who cannot do them over to who is free: as a draft, until it is published. */
export function HandOverScreen() {
  const { t, i18n } = useLingui();
  const [address, setAddress] = useQueryStates(handOverParsers, { history: 'push' });
  const today = dayIn(useOrganizationTimeZone(), new Date());
  const { from, to } = daysOf(address, today);
  const client = useQueryClient();
  const { data: crew = [] } = useQuery(crewQuery());
  const { data: draft } = useQuery(draftQuery());
  const query = useQuery({ ...handOverQuery(address.person ?? 0, { from, to }), enabled: address.person !== null });
  useLiveTopic('drafts', loadDraftNews);
  const [isBusy, setBusy] = useState(false);
  const [publishing, setPublishing] = useState<Draft>();
  const changed = () => client.invalidateQueries({ queryKey: ['dispatch'] });

  async function assign(moves: Move[]) {
    setBusy(true);
    let drafted = 0;
    try {
      for (; drafted < moves.length; drafted += MOVES_AT_ONCE)
        await draftMoves(moves.slice(drafted, drafted + MOVES_AT_ONCE));
    } catch (problem) {
      const title =
        drafted === 0
          ? t`The assignment was not changed`
          : t`Only ${drafted} of ${{ all: moves.length }} changes are drafted`;
      void say({ kind: 'failed', title, text: problemText(i18n, problem) });
    }
    await changed();
    setBusy(false);
  }

  const name = query.data?.person.name ?? crew.find(({ id }) => id === address.person)?.name;
  return (
    <Box maw={1100} px={{ base: 'md', sm: 'lg' }} py={{ base: 'md', sm: 'lg' }}>
      <PageHead back={{ href: `/dispatch?from=${from}`, label: t`Dispatch` }} title={t`Hand jobs over`}>
        <Text c="dimmed" size="sm">
          <Trans>
            For somebody who is ill or away. Nothing changes and nobody is notified before the draft is published.
          </Trans>
        </Text>
      </PageHead>
      <UnknownFilters parsers={handOverParsers} />
      <Row gap="sm" my="md" align="flex-end">
        <NativeSelect
          label={t`Whose jobs`}
          value={address.person === null ? '' : String(address.person)}
          data={[
            { value: '', label: t`Choose a person` },
            ...crew.map((one) => ({ value: String(one.id), label: one.name })),
            ...(address.person !== null && name && !crew.some(({ id }) => id === address.person)
              ? [{ value: String(address.person), label: name }]
              : []),
          ]}
          onChange={({ currentTarget }) => void setAddress({ person: Number(currentTarget.value) || null })}
        />
        <TextInput
          type="date"
          label={t`First day`}
          value={from}
          onChange={({ currentTarget: { value } }) =>
            isDay(value) && void setAddress({ from: value, to: later(value, to) })
          }
        />
        <TextInput
          type="date"
          label={t`Last day`}
          value={to}
          min={from}
          onChange={({ currentTarget: { value } }) => isDay(value) && void setAddress({ from, to: value })}
        />
      </Row>
      {address.person === null ? (
        <StatePanel icon={IconUserOff} title={t`Choose a person`}>
          <Trans>The jobs of the person are shown with everybody who could do them.</Trans>
        </StatePanel>
      ) : (
        <ListResult forbidden={t`You may not see these jobs`} query={query}>
          {(handOver) => <Groups handOver={handOver} day={from} isBusy={isBusy} assign={assign} />}
        </ListResult>
      )}
      {draft && draft.moves > 0 && (
        <DraftBar draft={draft} publish={() => setPublishing(draft)} changed={() => void changed()} />
      )}
      {publishing && (
        <PublishDialog opened={publishing} close={() => setPublishing(undefined)} changed={() => void changed()} />
      )}
    </Box>
  );
}

/** The later of two days. */
const later = (one: string, other: string) => [one, other].sort()[1] ?? one;

const movesOf = ({ jobs }: Group, personId: number | null): Move[] =>
  jobs.map(({ order, task }) => ({ orderId: order.id, task, personId }));

type GroupsProps = { handOver: HandOver; day: string; isBusy: boolean; assign: (moves: Move[]) => Promise<void> };

function Groups({ handOver, day, isBusy, assign }: GroupsProps) {
  const { t } = useLingui();
  const { person, groups } = handOver;
  const { id, name } = person;
  if (groups.length === 0) {
    return (
      <StatePanel icon={IconUserCheck} title={t`Nothing to hand over`}>
        <Trans>{name} has no jobs on these days.</Trans>
      </StatePanel>
    );
  }
  const left = groups.filter(({ jobs }) => jobs[0]?.personId === id);
  const suggestions = left.flatMap((group) => (group.suggested ? movesOf(group, group.suggested.id) : []));
  const suggested = left.filter((group) => group.suggested).length;
  const days = [...new Set(groups.map(({ jobs }) => jobs[0]?.day ?? ''))];
  return (
    <Stack gap="md" pb="xl">
      <Row justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {left.length === 0 ? (
            <Trans>All jobs are drafted to somebody else.</Trans>
          ) : (
            <Plural value={left.length} one={`# job is still with ${name}.`} other={`# jobs are still with ${name}.`} />
          )}{' '}
          <TextLink href={`/people/${id}`}>
            <Trans>Calendar of {name}</Trans>
          </TextLink>
        </Text>
        {suggested > 0 && (
          <BusyButton onClick={() => assign(suggestions)} loading={isBusy}>
            <Plural value={suggested} one="Draft who is free for # job" other="Draft who is free for # jobs" />
          </BusyButton>
        )}
      </Row>
      <Text size="sm" c="dimmed">
        <LocalClocks jobs={groups.flatMap(({ jobs }) => jobs)} day={day} />
      </Text>
      {days.map((on) => (
        <section key={on} aria-label={on}>
          <Title order={2} size="h4" mb="xs">
            <Day day={on} long />
          </Title>
          <ul className={classes.groups}>
            {groups
              .filter(({ jobs }) => jobs[0]?.day === on)
              .map((group) => (
                <GroupItem
                  key={group.id}
                  group={group}
                  handOver={handOver}
                  give={(of, personId) => void assign(movesOf(of, personId))}
                />
              ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
