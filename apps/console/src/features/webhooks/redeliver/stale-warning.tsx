'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, List, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { problemText } from '#lib/problem-text.ts';
import { eventChangesQuery } from '../event/event-query.ts';

const SHOWN = 5;

/** Warns before an event is sent again if the order has changed since. */
export function StaleWarning({ eventId }: { eventId: string }) {
  const { t, i18n } = useLingui();
  const { data, error } = useQuery(eventChangesQuery(eventId, 'now'));
  const reason = error && problemText(i18n, error);
  if (reason) {
    return (
      <Text size="sm">
        <Trans>Could not check whether the event is outdated: {reason}</Trans>
      </Text>
    );
  }
  if (!data) return <Skeleton height={48} />;
  if ('reason' in data) return <Text size="sm">{data.reason}</Text>;
  const { changes } = data;
  const count = changes.length;
  const more = count - SHOWN;
  if (count === 0) {
    return (
      <Alert color="teal" icon={<IconCircleCheck aria-hidden />}>
        <Trans>The event is up to date: the order has not changed since.</Trans>
      </Alert>
    );
  }
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={t`The event is outdated: the order has changed since`}
    >
      <Plural
        value={count}
        one="One member differs from the current order:"
        other="# members differ from the current order:"
      />
      <List size="sm" mt={4}>
        {changes.slice(0, SHOWN).map(({ path }) => (
          <List.Item key={path}>
            <code>{path}</code>
          </List.Item>
        ))}
        {more > 0 && (
          <List.Item>
            <Plural value={more} one="and # more" other="and # more" />
          </List.Item>
        )}
      </List>
      <Text size="sm" mt={6}>
        <Trans>
          A receiver that does not compare <code>X-Order-Sequence</code> may overwrite the new state with the old one.
        </Trans>
      </Text>
    </Alert>
  );
}
