'use client';

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { BusyButton } from '#components/busy-button.tsx';
import { say } from '#lib/notice.ts';
import { problemText } from '#lib/problem-text.ts';
import { redeliverMany, redeliveryCountQuery, type Selection } from './redelivery.ts';

type RedeliveryQuestionProps = {
  /** The deliveries to send; null while nothing is selected. */
  selection: Selection | null;
  /** The text for when the selection is empty. */
  none: string;
  close: () => void;
  onDone: () => void;
};

/** Shows the number of deliveries to send again, and sends them after the user confirms that number. */
export function RedeliveryQuestion({ selection, none, close, onDone }: RedeliveryQuestionProps) {
  const { t, i18n } = useLingui();
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
        title: t`Sending ${plural(sent, { one: '# delivery', other: '# deliveries' })}`,
        text: t`The results appear as they arrive.`,
      });
      onDone();
    },
    // The selection may have changed since it was counted.
    onError: () => counted.refetch(),
  });
  const error = sending.error ?? counted.error;
  const { count = 0, outdated = 0 } = counted.data ?? {};
  return (
    <Stack gap="md">
      <Checkbox
        label={t`Include successful deliveries`}
        description={t`For a receiver that has lost its data.`}
        checked={includeSucceeded}
        onChange={({ currentTarget }) => setIncludeSucceeded(currentTarget.checked)}
      />
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {problemText(i18n, error)}
        </Alert>
      )}
      {selection !== null && counted.isPending && <Skeleton height={22} w={260} />}
      {selection !== null && counted.data && (
        <Text size="sm" role="status">
          {count === 0 ? (
            none
          ) : includeSucceeded ? (
            <Trans>
              <b>
                <Plural value={count} one="# delivery" other="# deliveries" />
              </b>{' '}
              will be sent again: the same events, signed with the current secrets, one attempt each. The records of the
              originals are kept.
            </Trans>
          ) : (
            <Trans>
              <b>
                <Plural value={count} one="# delivery" other="# deliveries" />
              </b>{' '}
              never succeeded and will be sent again: the same events, signed with the current secrets, one attempt
              each. The records of the originals are kept.
            </Trans>
          )}
        </Text>
      )}
      {outdated > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title={t`${plural(outdated, { one: '# of them may be outdated', other: '# of them may be outdated' })}`}
        >
          <Trans>
            Their orders have changed since, so the events may no longer match them. Receivers that compare{' '}
            <code>X-Order-Sequence</code> drop events that are older than their data.
          </Trans>
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
        <BusyButton disabled={count === 0} loading={sending.isPending} onClick={() => sending.mutate(count)}>
          {count > 0 ? t`${plural(count, { one: 'Send # again', other: 'Send # again' })}` : t`Send again`}
        </BusyButton>
      </Group>
    </Stack>
  );
}
