'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { loginPath } from '#lib/safe-path.ts';
import { sendOnce } from '#lib/send.ts';
import { readViewer, viewerQuery } from '#lib/viewer.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for the password again. The page behind it keeps its state and input. */
export function SignInDialog({ pass }: { pass: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const former = client.getQueryData(viewerQuery().queryKey);

  async function goOn(): Promise<void> {
    // Bypasses the cache, whose own request may be among those that wait for the sign-in.
    const present = await readViewer(sendOnce);
    // The waiting requests belong to another user and must not be sent as this one.
    if (former && present.id !== former.id) return startAnew();
    pass();
    void client.invalidateQueries();
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t`Your session has ended`}
      centered
    >
      <Text size="sm" mb="md">
        <Trans>Sign in again to continue here. Your input is kept.</Trans>
      </Text>
      <SignInForm name={former?.email} onSignedIn={goOn} />
      <Button variant="subtle" color="gray" fullWidth mt="xs" onClick={leave}>
        <Trans>Leave this page</Trans>
      </Button>
    </Modal>
  );
}

function startAnew(): Promise<never> {
  window.location.reload();
  return new Promise(() => {});
}

function leave(): void {
  const { pathname, search } = window.location;
  window.location.assign(loginPath(`${pathname}${search}`));
}
