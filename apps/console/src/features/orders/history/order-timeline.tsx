'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { BusyButton } from '#components/busy-button.tsx';
import { Instant } from '#components/moments.tsx';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { problemText } from '#lib/problem-text.ts';
import { actionWords, channelText, fieldWords, sidesOf } from './change-labels.ts';
import classes from './history.module.css';
import { type TimelineEntry, timelineQuery } from './history-query.ts';

/** The changes of an order with actor, time and channel. */
export function OrderTimeline({ orderId }: { orderId: number }) {
  const { t, i18n } = useLingui();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(orderId),
  );
  const entries = data?.pages.flatMap(({ orderTimeline }) => orderTimeline) ?? [];
  return (
    <Section title={t`Timeline`}>
      {isPending && <Skeleton h={90} />}
      {error && (
        <Group gap="sm">
          <Text size="sm">{t`The timeline could not be loaded: ${{ reason: problemText(i18n, error) }}`}</Text>
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            <Trans>Try again</Trans>
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
        <BusyButton mt="sm" size="xs" variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          <Trans>Show older changes</Trans>
        </BusyButton>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { actor, at, channel, changes } = entry;
  const { t, i18n } = useLingui();
  const timeZone = useOrganizationTimeZone();
  return (
    <Stack gap={4} fz="sm">
      <Group gap="xs">
        <Text inherit>
          <b>{actor?.name ?? t`The system`}</b> {actionWords(i18n, entry)}
        </Text>
        <Badge variant="light" color="gray" size="sm">
          {channelText(i18n, channel)}
        </Badge>
        <Text inherit c="dimmed">
          <Instant instant={at} timeZone={timeZone} />
        </Text>
      </Group>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((change) => {
            const { was, is } = sidesOf(i18n, change);
            return (
              <li key={change.path.join('.')}>
                {fieldWords(i18n, change.path)}: {was && <del>{was}</del>}{' '}
                {is ? (
                  <ins>{is}</ins>
                ) : (
                  <em>
                    <Trans>removed</Trans>
                  </em>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Stack>
  );
}
