'use client';

import { Alert, List, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { countText } from '#lib/count-text.ts';
import { problemText } from '#lib/problem-text.ts';
import { eventChangesQuery } from '../event/event-query.ts';

const SHOWN = 5;

/** Warns before an event is sent again if the order has changed since. */
export function StaleWarning({ eventId }: { eventId: string }) {
  const { data, error } = useQuery(eventChangesQuery(eventId, 'now'));
  if (error) return <Text size="sm">Could not check whether the event is outdated: {problemText(error)}</Text>;
  if (!data) return <Skeleton height={48} />;
  if ('reason' in data) return <Text size="sm">{data.reason}</Text>;
  const { changes } = data;
  if (changes.length === 0) {
    return (
      <Alert color="teal" icon={<IconCircleCheck aria-hidden />}>
        The event is up to date: the order has not changed since.
      </Alert>
    );
  }
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title="The event is outdated: the order has changed since"
    >
      {countText(changes.length, {
        one: 'One member differs from the current order:',
        other: '# members differ from the current order:',
      })}
      <List size="sm" mt={4}>
        {changes.slice(0, SHOWN).map(({ path }) => (
          <List.Item key={path}>
            <code>{path}</code>
          </List.Item>
        ))}
        {changes.length > SHOWN && <List.Item>and {changes.length - SHOWN} more</List.Item>}
      </List>
      <Text size="sm" mt={6}>
        A receiver that does not compare <code>X-Order-Sequence</code> may overwrite the new state with the old one.
      </Text>
    </Alert>
  );
}
