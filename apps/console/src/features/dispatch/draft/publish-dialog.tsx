'use client';

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { ClashNotes } from '#components/clash-notes.tsx';
import { Hint } from '#components/hint.tsx';
import { LinkButton } from '#components/link-button.tsx';
import { LiveBatchProgress } from '#features/batches/index.ts';
import { isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { type Draft, draftQuery } from '../board-query.ts';
import { publishDraft } from './draft-acts.ts';

/** Clashes that the dialog lists. */
const MAX_SHOWN = 10;

type PublishDialogProps = { opened: Draft; close: () => void; changed: () => void };

/** Shows the effect of publishing, publishes the draft, and shows the progress. */
export function PublishDialog({ opened, close, changed }: PublishDialogProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  // The draft as the dialog shows it, because publishing empties the draft.
  const [draft, setDraft] = useState(opened);
  const [batchId, setBatchId] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const { orders, webhooks, clashes, stale } = draft;
  const publish = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setBatchId(await publishDraft(draft));
    } catch (error) {
      setProblem(error);
      // Something changed while the dialog was open: it shows the draft as it is now.
      if (isProblem(error, 'conflict')) setDraft(await client.fetchQuery({ ...draftQuery(), staleTime: 0 }));
    }
    changed();
    setBusy(false);
  };
  return (
    <Modal opened onClose={close} title={t`Publish the draft`} centered closeButtonProps={{ 'aria-label': t`Close` }}>
      {batchId === undefined ? (
        <Stack gap="sm">
          <Text size="sm">
            <Trans>
              Publishing changes{' '}
              <strong>
                <Plural value={orders} one="# order" other="# orders" />
              </strong>{' '}
              and sends{' '}
              <strong>
                <Plural value={webhooks} one="# webhook" other="# webhooks" />
              </strong>
              .
            </Trans>
          </Text>
          {clashes > 0 && (
            <Hint
              kind="clash"
              title={t`${plural(clashes, {
                one: 'The draft has # clash. You can publish it anyway.',
                other: 'The draft has # clashes. You can publish it anyway.',
              })}`}
            >
              <ClashNotes clashes={draft.clashList.slice(0, MAX_SHOWN)} label={t`Clashes of the draft`} />
              {clashes > MAX_SHOWN && (
                <Text size="sm">
                  <Trans>The board shows all of them.</Trans>
                </Text>
              )}
            </Hint>
          )}
          {stale > 0 && (
            <Hint kind="care">
              <Plural
                value={stale}
                one="Others have changed # of these tasks since. Its order is skipped and reported; draft the task again to change it."
                other="Others have changed # of these tasks since. Their orders are skipped and reported; draft the tasks again to change them."
              />
            </Hint>
          )}
          {problem !== undefined && (
            <Alert role="alert" color="red" py="xs">
              {problemText(i18n, problem)}
            </Alert>
          )}
          <Group gap="sm">
            <BusyButton onClick={publish} loading={isBusy} disabled={orders === 0} data-autofocus>
              <Plural value={orders} one="Publish # order" other="Publish # orders" />
            </BusyButton>
            <Button variant="default" onClick={close}>
              <Trans>Not yet</Trans>
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <LiveBatchProgress id={batchId} />
          <Group gap="sm">
            <Button onClick={close}>
              <Trans>Close</Trans>
            </Button>
            <LinkButton href={`/batches/${batchId}`}>
              <Trans>Look at every order, or undo</Trans>
            </LinkButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
