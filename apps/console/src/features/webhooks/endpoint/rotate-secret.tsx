'use client';

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button.tsx';
import { problemText } from '#lib/problem-text.ts';
import { Moment } from '../moment.tsx';
import { useWebhookTerms } from '../terms-query.ts';
import { rotateSecret } from './endpoint-acts.ts';
import type { Endpoint } from './endpoint-query.ts';
import { SecretShown } from './secret-shown.tsx';

/** Rotates the secret of an endpoint after explaining what happens to the old one. */
export function RotateSecret({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const hours = useWebhookTerms()?.rotationHours ?? 0;
  const [endOldAtOnce, setEndOldAtOnce] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotateSecret(endpoint.id, endOldAtOnce),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const made = rotation.data;
  return (
    <Modal
      opened
      onClose={close}
      title={made ? t`The new secret` : t`Rotate the secret?`}
      size="lg"
      centered
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
      closeButtonProps={{ 'aria-label': t`Close without rotating` }}
    >
      {made ? (
        <SecretShown secret={made.secret} close={close}>
          <Text size="sm">
            {made.oldEndsAt ? (
              <Trans>
                Events are signed with both secrets until <Moment instant={made.oldEndsAt} />. The receiver can switch
                to the new one at any time until then.
              </Trans>
            ) : (
              t`Events are no longer signed with the old secret: the receiver rejects events until it has the new one.`
            )}
          </Text>
        </SecretShown>
      ) : (
        <Stack gap="md">
          {rotation.error && (
            <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
              {problemText(i18n, rotation.error)}
            </Alert>
          )}
          <Text size="sm">
            <Trans>
              The endpoint gets a new secret, which is shown once. For the next{' '}
              <Plural value={hours} one="# hour" other="# hours" /> events carry two signatures, one for each secret, so
              that the receiver can switch to the new one without missing events.
            </Trans>
          </Text>
          {endpoint.previousSecretExpiresAt && (
            <Alert color="orange" icon={<IconAlertCircle aria-hidden />}>
              <Trans>
                The previous rotation has not expired yet: its old secret becomes invalid as soon as you rotate again.
              </Trans>
            </Alert>
          )}
          <Checkbox
            checked={endOldAtOnce}
            onChange={({ currentTarget }) => setEndOldAtOnce(currentTarget.checked)}
            label={t`The old secret has leaked: revoke it immediately`}
            description={t`The receiver rejects events until it has the new secret. Rejected events are retried later.`}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <BusyButton
              onClick={() => rotation.mutate()}
              loading={rotation.isPending}
              color={endOldAtOnce ? 'red' : undefined}
            >
              <Trans>Rotate</Trans>
            </BusyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
