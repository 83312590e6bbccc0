'use client';

import { Alert, List, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { problemText } from '#lib/problem-text.ts';
import { eventChangesQuery } from '../event/event-query.ts';

const SHOWN = 5;

/** Says before an event is sent again whether it still tells how the order is. */
export function StaleWarning({ eventId }: { eventId: string }) {
  const { data, error } = useQuery(eventChangesQuery(eventId, 'now'));
  if (error) return <Text size="sm">Whether it is out of date could not be found out: {problemText(error)}</Text>;
  if (!data) return <Skeleton height={48} />;
  if ('reason' in data) return <Text size="sm">{data.reason}</Text>;
  const { changes } = data;
  if (changes.length === 0) {
    return (
      <Alert color="teal" icon={<IconCircleCheck aria-hidden />}>
        It is up to date: the order is as the event tells.
      </Alert>
    );
  }
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="It is stale: the order has changed since">
      {changes.length === 1 ? 'One member differs' : `${changes.length} members differ`} from the order as it is now:
      <List size="sm" mt={4}>
        {changes.slice(0, SHOWN).map(({ path }) => (
          <List.Item key={path}>
            <code>{path}</code>
          </List.Item>
        ))}
        {changes.length > SHOWN && <List.Item>and {changes.length - SHOWN} more</List.Item>}
      </List>
      <Text size="sm" mt={6}>
        A receiver that does not compare <code>X-Order-Sequence</code> may put the old state in place of the new one.
      </Text>
    </Alert>
  );
}
