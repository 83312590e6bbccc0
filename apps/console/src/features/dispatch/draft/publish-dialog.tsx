'use client';

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ClashNotes } from '#components/clash-notes.tsx';
import { Hint } from '#components/hint.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { LiveBatchProgress, ordersText, webhooksText } from '#features/batches/index.ts';
import { countText } from '#lib/count-text.ts';
import { isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { type Draft, draftQuery } from '../board-query.ts';
import { publishDraft } from './draft-acts.ts';

/** Clashes that the dialog lists. */
const MAX_SHOWN = 10;

type PublishDialogProps = { opened: Draft; close: () => void; changed: () => void };

/** Shows the effect of publishing, publishes the draft, and shows the progress. */
export function PublishDialog({ opened, close, changed }: PublishDialogProps) {
  const client = useQueryClient();
  // The draft as the dialog shows it, because publishing empties the draft.
  const [draft, setDraft] = useState(opened);
  const [batchId, setBatchId] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const publish = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setBatchId(await publishDraft(draft));
    } catch (error) {
      setProblem(error);
      // Something changed while the dialog was open: it shows the draft as it is now.
      if (isProblem(error, 'conflict')) setDraft(await client.fetchQuery(draftQuery()));
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
            <Hint
              kind="clash"
              title={countText(draft.clashes, {
                one: 'The draft has # clash. You can publish it anyway.',
                other: 'The draft has # clashes. You can publish it anyway.',
              })}
            >
              <ClashNotes clashes={draft.clashList.slice(0, MAX_SHOWN)} label="Clashes of the draft" />
              {draft.clashes > MAX_SHOWN && <Text size="sm">The board shows all of them.</Text>}
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
        <Stack gap="sm">
          <LiveBatchProgress id={batchId} />
          <Group gap="sm">
            <Button onClick={close}>Close</Button>
            <LinkButton href={`/batches/${batchId}`}>Look at every order, or undo</LinkButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
