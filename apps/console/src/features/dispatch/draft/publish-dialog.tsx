'use client';

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Hint } from '#components/hint.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { problemText } from '#lib/problem-text.ts';
import { batchQuery } from '../../batches/batch-query.ts';
import { ordersText, webhooksText } from '../../batches/batch-words.ts';
import { BatchProgress } from '../../batches/page/batch-progress.tsx';
import { useBatchNews } from '../../batches/use-batch-news.ts';
import type { Draft } from '../board-query.ts';
import { publishDraft } from './draft-acts.ts';

type PublishDialogProps = { draft: Draft; close: () => void; changed: () => void };

/** Shows the effect of publishing, publishes the draft, and shows the progress. */
export function PublishDialog({ draft, close, changed }: PublishDialogProps) {
  const [batchId, setBatchId] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const publish = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setBatchId(await publishDraft(draft.orders));
    } catch (error) {
      setProblem(error);
    }
    changed();
    setBusy(false);
  };
  return (
    <Modal opened onClose={close} title="Publish the draft" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {batchId === undefined ? (
        <Stack gap="sm">
          <Text size="sm">
            Publishing changes <strong>{ordersText(draft.orders)}</strong> and sends{' '}
            <strong>{webhooksText(draft.webhooks)}</strong>.
          </Text>
          {draft.clashes > 0 && (
            <Hint kind="clash">
              {draft.clashes === 1 ? 'There is 1 clash' : `There are ${draft.clashes} clashes`} in the draft. You can
              publish it anyway.
            </Hint>
          )}
          {draft.stale > 0 && (
            <Hint kind="care">
              Others have changed {draft.stale} of these tasks since. Their orders are skipped and reported; draft the
              tasks again to change them.
            </Hint>
          )}
          {problem !== undefined && (
            <Alert role="alert" color="red" py="xs">
              {problemText(problem)}
            </Alert>
          )}
          <Group gap="sm">
            <Button onClick={publish} loading={isBusy} disabled={draft.orders === 0} data-autofocus>
              Publish {ordersText(draft.orders)}
            </Button>
            <Button variant="default" onClick={close}>
              Not yet
            </Button>
          </Group>
        </Stack>
      ) : (
        <Published id={batchId} close={close} />
      )}
    </Modal>
  );
}

const ALL = { statuses: null, page: 1 };

function Published({ id, close }: { id: number; close: () => void }) {
  const { data: batch } = useQuery(batchQuery(id, ALL));
  useBatchNews(id, batch?.status !== 'ended');
  return (
    <Stack gap="sm">
      {batch && <BatchProgress batch={batch} />}
      <Group gap="sm">
        <Button onClick={close}>Close</Button>
        <LinkButton href={`/batches/${id}`}>Look at every order, or undo</LinkButton>
      </Group>
    </Stack>
  );
}
