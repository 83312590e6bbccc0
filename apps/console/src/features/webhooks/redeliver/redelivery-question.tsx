'use client';

import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { redeliverMany, redeliveryCountQuery, type Selection } from './redelivery.ts';

type RedeliveryQuestionProps = {
  /** Which deliveries; null while that is not said. */
  selection: Selection | null;
  /** What to say when none of them is left to be sent. */
  none: string;
  close: () => void;
  onDone: () => void;
};

/** Counts what would be sent again, says so, and sends it when somebody agrees to just that number. */
export function RedeliveryQuestion({ selection, none, close, onDone }: RedeliveryQuestionProps) {
  const client = useQueryClient();
  const [includeSucceeded, setIncludeSucceeded] = useState(false);
  const wanted = { ...selection, includeSucceeded };
  const counted = useQuery({ ...redeliveryCountQuery(wanted), enabled: selection !== null });
  const sending = useMutation({
    mutationFn: (count: number) => redeliverMany(wanted, count),
    onSuccess: async (sent) => {
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      void say({
        kind: 'done',
        title: `${deliveries(sent)} on the way`,
        text: 'Their results appear as they come in.',
      });
      onDone();
    },
    // By now they are others than were shown.
    onError: () => counted.refetch(),
  });
  const error = sending.error ?? counted.error;
  const { count = 0, outdated = 0 } = counted.data ?? {};
  return (
    <Stack gap="md">
      <Checkbox
        label="Those that arrived, too"
        description="For a receiver that lost what it had."
        checked={includeSucceeded}
        onChange={({ currentTarget }) => setIncludeSucceeded(currentTarget.checked)}
      />
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {problemText(error)}
        </Alert>
      )}
      {selection !== null && counted.isPending && <Skeleton height={22} w={260} />}
      {selection !== null && counted.data && (
        <Text size="sm" role="status">
          {count === 0 ? (
            none
          ) : (
            <>
              <b>{deliveries(count)}</b> {!includeSucceeded && 'never arrived and '}will be sent again: the same events,
              signed anew by the present secrets, once each. The records of the originals stay.
            </>
          )}
        </Text>
      )}
      {outdated > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={`${outdated} of them may be stale`}>
          Their orders have changed since, so that they tell what may no longer be so. Receivers that compare{' '}
          <code>X-Order-Sequence</code> drop what is older than what they have.
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={count === 0} loading={sending.isPending} onClick={() => sending.mutate(count)}>
          {count > 0 ? `Send ${count.toLocaleString('en')} again` : 'Send again'}
        </Button>
      </Group>
    </Stack>
  );
}

const deliveries = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'delivery' : 'deliveries'}`;
