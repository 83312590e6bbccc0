'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { Hint } from '#components/hint.tsx';
import { useGo } from '#components/leaving/use-go.ts';
import { LinkButton } from '#components/link-button.tsx';
import { isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { cancelBatch, retryBatch, runBatch, undoBatch } from '../batch-acts.ts';
import { RETRIED } from '../batch-labels.ts';
import type { Batch } from '../batch-query.ts';
import { previewText } from '../preview-text.ts';

type BatchActsProps = { batch: Batch; refresh: () => unknown };

/** The actions that the state of a batch allows. */
export function BatchActs({ batch, refresh }: BatchActsProps) {
  const { t, i18n } = useLingui();
  const go = useGo();
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
      // Clashes that were not shown before are in the rows now.
      if (isProblem(error, 'conflict')) await refresh();
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
          <BusyButton
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            // It names each move, which may take several lines.
            h="auto"
            mih={36}
            py={6}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            loading={isBusy}
            onClick={() => act(() => runBatch(id))}
          >
            {previewText(i18n, batch)}
          </BusyButton>
        )}
        {status === 'planned' && (
          <Button variant="default" disabled={isBusy} onClick={() => act(() => cancelBatch(id))}>
            <Trans>Discard</Trans>
          </Button>
        )}
        {status === 'running' && !cancelledAt && (
          <BusyButton
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(() => cancelBatch(id))}
          >
            <Trans>Stop</Trans>
          </BusyButton>
        )}
        {status === 'ended' && isOwn && retried > 0 && (
          <BusyButton
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(() => retryBatch(id, false))}
          >
            <Plural value={retried} one="Try # order again" other="Try # orders again" />
          </BusyButton>
        )}
        {status === 'ended' && counts.done > 0 && (
          <BusyButton
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => act(async () => go(`/batches/${await undoBatch(id)}`))}
          >
            <Trans>Undo…</Trans>
          </BusyButton>
        )}
        {status !== 'planned' && (
          <LinkButton href="/orders">
            <Trans>Go to the orders</Trans>
          </LinkButton>
        )}
      </Group>
      {problem !== undefined && (
        <Alert role="alert" color="red" mb="md" title={t`The action failed`}>
          {problemText(i18n, problem)}
        </Alert>
      )}
    </>
  );
}

/** The number of orders and webhooks that running the batch affects. */
function Preview({ batch }: { batch: Batch }) {
  const { t, i18n } = useLingui();
  const { counts, expectedWebhooks, clashingOrders, change, effects } = batch;
  const removesTags = change?.tags?.action === 'synchronise' && effects.some(({ removed }) => removed > 0);
  const { total, planned } = counts;
  const left = total - planned;
  return (
    <Box mb="sm">
      <Hint kind={planned > 0 && !removesTags ? 'note' : 'care'} title={t`Nothing has been changed yet`}>
        {planned > 0 ? (
          <Text size="sm">
            <strong>{previewText(i18n, batch)}.</strong>{' '}
            <Trans>
              Running it changes{' '}
              <strong>
                <Plural value={planned} one="# order" other="# orders" />
              </strong>{' '}
              and sends{' '}
              <strong>
                <Plural value={expectedWebhooks} one="# webhook" other="# webhooks" />
              </strong>
              .
            </Trans>{' '}
            {left > 0 && (
              <>
                <Plural value={left} one="# order will not be changed." other="# orders will not be changed." />{' '}
              </>
            )}
            <Trans>
              The list below shows exactly what is added, changed and removed. Orders that somebody else changes in the
              meantime are skipped and reported.
            </Trans>
          </Text>
        ) : (
          <Text size="sm">
            <Trans>None of these orders can be changed this way. The list below shows why.</Trans>
          </Text>
        )}
      </Hint>
      {clashingOrders > 0 && (
        <Box mt="sm">
          <Hint kind="clash" title={t`People would clash`}>
            <Plural
              value={clashingOrders}
              one="In # order, the people whom this batch assigns cannot do their jobs, or may not. The list says why."
              other="In # orders, the people whom this batch assigns cannot do their jobs, or may not. The list says why."
            />
          </Hint>
        </Box>
      )}
    </Box>
  );
}
