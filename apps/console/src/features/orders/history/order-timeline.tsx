'use client';

import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { problemText } from '#lib/problem-text.ts';
import { actionWords, channelText, fieldWords, sidesOf } from './change-labels.ts';
import classes from './history.module.css';
import { type TimelineEntry, timelineQuery } from './history-query.ts';

/** The changes of an order with actor, time and channel. */
export function OrderTimeline({ orderId }: { orderId: number }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(orderId),
  );
  const entries = data?.pages.flatMap(({ orderTimeline }) => orderTimeline) ?? [];
  return (
    <Section title="Timeline">
      {isPending && <Skeleton h={90} />}
      {error && (
        <Group gap="sm">
          <Text size="sm">The timeline could not be loaded: {problemText(error)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </Group>
      )}
      <ol className={classes.timeline}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button mt="sm" size="xs" variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show older changes
        </Button>
      )}
    </Section>
  );
}

function Entry({ entry: { actor, action, at, channel, changes } }: { entry: TimelineEntry }) {
  const timeZone = useOrganizationTimeZone();
  return (
    <Stack gap={4} fz="sm">
      <Group gap="xs">
        <Text inherit>
          <b>{actor?.name ?? 'The system'}</b> {actionWords(action)}
        </Text>
        <Badge variant="light" color="gray" size="sm">
          {channelText(channel)}
        </Badge>
        <Text inherit c="dimmed">
          <Instant instant={at} timeZone={timeZone} />
        </Text>
      </Group>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((change) => {
            const { was, is } = sidesOf(change);
            return (
              <li key={change.path.join('.')}>
                {fieldWords(change.path)}: {was && <del>{was}</del>} {is ? <ins>{is}</ins> : <em>removed</em>}
              </li>
            );
          })}
        </ul>
      )}
    </Stack>
  );
}
