'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, CopyButton, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { problemText } from '#lib/problem-text.ts';
import classes from './attempt.module.css';
import { curlCommand } from './curl-command.ts';
import { signDelivery } from './sign-delivery.ts';

/** Shows a curl command that sends a delivery manually. The server signs it and does not reveal the secret. */
export function CopyAsCurl({ deliveryId, close }: { deliveryId: number; close: () => void }) {
  const { t, i18n } = useLingui();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: signDelivery });
  useEffect(() => mutate(deliveryId), [mutate, deliveryId]);
  const command = data && curlCommand(data);
  return (
    <Modal
      opened
      onClose={close}
      title={t`Send manually with curl`}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t`Close the command` }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            The same event and body, signed just now with the current secret. Receivers accept the signature for about
            five minutes; after that, sign again. The command contains personal data, and the audit log records that you
            had it signed.
          </Trans>
        </Text>
        {error && (
          <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
            {problemText(i18n, error)}
          </Alert>
        )}
        {isPending && <Skeleton height={160} />}
        {command !== undefined && (
          <ScrollBox className={classes.command} label={t`Command`}>
            <pre className={classes.text}>{command}</pre>
          </ScrollBox>
        )}
        <Group justify="flex-end" gap="sm">
          <BusyButton variant="default" onClick={() => mutate(deliveryId)} loading={isPending}>
            <Trans>Sign again</Trans>
          </BusyButton>
          <CopyButton value={command ?? ''}>
            {({ copied, copy }) => (
              <Button
                onClick={copy}
                disabled={command === undefined}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {copied ? t`Copied` : t`Copy the command`}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
