'use client';

import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Hint } from '#components/hint.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { countText } from '#lib/count-text.ts';
import { problemText } from '#lib/problem-text.ts';
import { cancelBatch, retryBatch, runBatch, undoBatch } from '../batch-acts.ts';
import { ordersText, RETRIED, webhooksText } from '../batch-labels.ts';
import type { Batch } from '../batch-query.ts';
import { previewText } from '../preview-text.ts';

type BatchActsProps = { batch: Batch; refresh: () => unknown };

/** The actions that the state of a batch allows. */
export function BatchActs({ batch, refresh }: BatchActsProps) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const { id, status, isOwn, counts, cancelledAt } = batch;

  async function act(what: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await what();
      await refresh();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const retried = RETRIED.reduce((sum, state) => sum + counts[state], 0);
  return (
    <>
      {status === 'planned' && isOwn && <Preview batch={batch} />}
      <Group gap="sm" mb="md">
        {status === 'planned' && isOwn && counts.planned > 0 && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(() => runBatch(id))}
          >
            {previewText(batch)}
          </Button>
        )}
        {status === 'planned' && (
          <Button variant="default" disabled={isBusy} onClick={() => act(() => cancelBatch(id))}>
            Discard
          </Button>
        )}
        {status === 'running' && !cancelledAt && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(() => cancelBatch(id))}
          >
            Stop
          </Button>
        )}
        {status === 'ended' && isOwn && retried > 0 && (
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(() => retryBatch(id, false))}
          >
            Try {ordersText(retried)} again
          </Button>
        )}
        {status === 'ended' && counts.done > 0 && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(async () => router.push(`/batches/${await undoBatch(id)}`))}
          >
            Undo…
          </Button>
        )}
        {status !== 'planned' && <LinkButton href="/orders">Go to the orders</LinkButton>}
      </Group>
      {problem !== undefined && (
        <Alert role="alert" color="red" mb="md" title="The action failed">
          {problemText(problem)}
        </Alert>
      )}
    </>
  );
}

/** The number of orders and webhooks that running the batch affects. */
function Preview({ batch }: { batch: Batch }) {
  const { counts, expectedWebhooks, clashingOrders, change, effects } = batch;
  const removesTags = change?.tags?.action === 'synchronise' && effects.some(({ removed }) => removed > 0);
  const left = counts.total - counts.planned;
  return (
    <Box mb="sm">
      <Hint kind={counts.planned > 0 && !removesTags ? 'note' : 'care'} title="Nothing has been changed yet">
        {counts.planned > 0 ? (
          <Text size="sm">
            <strong>{previewText(batch)}.</strong> Running it changes <strong>{ordersText(counts.planned)}</strong> and
            sends <strong>{webhooksText(expectedWebhooks)}</strong>.{' '}
            {left > 0 && `${ordersText(left)} will not be changed. `}
            The list below shows exactly what is added, changed and removed. Orders that somebody else changes in the
            meantime are skipped and reported.
          </Text>
        ) : (
          <Text size="sm">None of these orders can be changed this way. The list below shows why.</Text>
        )}
      </Hint>
      {clashingOrders > 0 && (
        <Box mt="sm">
          <Hint kind="clash" title="People would clash">
            {countText(clashingOrders, {
              one: 'In # order, the people whom this batch assigns cannot do their jobs, or may not. The list says why.',
              other:
                'In # orders, the people whom this batch assigns cannot do their jobs, or may not. The list says why.',
            })}
          </Hint>
        </Box>
      )}
    </Box>
  );
}
